package libraries;

import java.nio.charset.StandardCharsets;
import org.apache.commons.codec.binary.Base32;
import org.apache.commons.codec.binary.Hex;
import org.apache.commons.codec.digest.MurmurHash3;
import org.apache.commons.codec.digest.XXHash32;
import org.apache.commons.codec.language.Metaphone;
import org.apache.commons.codec.language.Soundex;

/** commons-codec: encodings, hashes, and how words sound. */
final class CommonsCodec {
    private CommonsCodec() {}

    static void run() {
        byte[] text = "Terrace: many apps".getBytes(StandardCharsets.UTF_8);
        System.out.println(Hex.encodeHexString(text));
        System.out.println(new Base32().encodeToString(text));
        System.out.println(new String(new Base32().decode("KRSXE4TBMNSQ===="), StandardCharsets.UTF_8));
        System.out.println(MurmurHash3.hash32x86(text));
        XXHash32 hash = new XXHash32();
        hash.update(text, 0, text.length);
        System.out.println(hash.getValue());
        System.out.println(new Soundex().soundex("Robert") + new Soundex().soundex("Rupert"));
        System.out.println(new Metaphone().metaphone("Thompson"));
    }
}

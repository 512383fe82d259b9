package library;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.UUID;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Bytes: Base64, digests, identifiers, checksums, compression. */
final class Bytes {
    private Bytes() {
    }

    static void run() throws Exception {
        base64();
        digests();
        identifiers();
        checksums();
        compressed();
    }

    private static byte[] some(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static String hex(byte[] bytes) {
        StringBuilder out = new StringBuilder();
        for (byte b : bytes) {
            out.append(Character.forDigit(b >> 4 & 15, 16)).append(Character.forDigit(b & 15, 16));
        }
        return out.toString();
    }

    private static void base64() throws Exception {
        for (int length : new int[] {0, 1, 2, 3, 4, 57, 58, 100}) {
            byte[] bytes = some(length);
            String text = Base64.getEncoder().encodeToString(bytes);
            String url = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
            String mime = Base64.getMimeEncoder().encodeToString(bytes);
            System.out.println(text + " " + url + " " + mime.replace("\r\n", "|"));
            System.out.println(Arrays.equals(bytes, Base64.getDecoder().decode(text)) + " "
                    + Arrays.equals(bytes, Base64.getUrlDecoder().decode(url)) + " "
                    + Arrays.equals(bytes, Base64.getMimeDecoder().decode(mime)));
        }
        for (String wrong : new String[] {"a", "ab=", "ab==c", "a*cd", "ab=c", "=", "abcd=", "YQ==", "YQ", "YWI=", "YW I="}) {
            try {
                System.out.println(wrong + " " + hex(Base64.getDecoder().decode(wrong)));
            } catch (IllegalArgumentException e) {
                System.out.println(wrong + " " + e.getMessage());
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream encoded = Base64.getEncoder().wrap(out)) {
            encoded.write(some(20));
        }
        System.out.println(out.toString(StandardCharsets.US_ASCII) + " "
                + Arrays.equals(some(20), Base64.getDecoder().wrap(new ByteArrayInputStream(out.toByteArray())).readAllBytes()));
    }

    private static void digests() throws Exception {
        for (String name : new String[] {"MD5", "SHA-1", "SHA-256"}) {
            MessageDigest digest = MessageDigest.getInstance(name);
            System.out.println(digest.getAlgorithm() + " " + digest.getDigestLength() + " " + hex(digest.digest()));
            for (int length : new int[] {1, 55, 56, 63, 64, 65, 119, 120, 1_000}) {
                digest.update(some(length));
                System.out.print(hex(digest.digest()) + " ");
            }
            byte[] million = new byte[1_000_000];
            Arrays.fill(million, (byte) 'a');
            for (int at = 0; at < million.length; at += 997) {
                digest.update(million, at, Math.min(997, million.length - at));
            }
            System.out.println(hex(digest.digest()));
            digest.update((byte) 1);
            MessageDigest copy = (MessageDigest) digest.clone();
            digest.update((byte) 2);
            System.out.println(MessageDigest.isEqual(copy.digest(new byte[] {2}), digest.digest()));
        }
        try {
            MessageDigest.getInstance("NONE");
        } catch (NoSuchAlgorithmException e) {
            System.out.println(e.getMessage());
        }
        DigestInputStream in = new DigestInputStream(new ByteArrayInputStream(some(100)), MessageDigest.getInstance("SHA"));
        System.out.println(in.readAllBytes().length + " " + hex(in.getMessageDigest().digest()));
    }

    private static void identifiers() {
        UUID id = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");
        System.out.println(id + " " + id.version() + " " + id.variant() + " " + id.hashCode() + " " + id.timestamp() + " "
                + id.clockSequence() + " " + id.node() + " " + id.compareTo(new UUID(1, 2)) + " " + new UUID(-1, 5));
        System.out.println(UUID.nameUUIDFromBytes("name".getBytes(StandardCharsets.UTF_8)) + " " + UUID.fromString("1-2-3-4-5"));
        UUID random = UUID.randomUUID();
        System.out.println(random.version() + " " + random.variant() + " " + random.equals(UUID.fromString(random.toString()))
                + " " + random.equals(UUID.randomUUID()));
        try {
            UUID.fromString("not-one");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }

    private static void checksums() {
        CRC32 crc = new CRC32();
        Adler32 adler = new Adler32();
        for (int length : new int[] {0, 1, 10, 1_000}) {
            crc.update(some(length));
            adler.update(some(length));
            System.out.println(Long.toHexString(crc.getValue()) + " " + Long.toHexString(adler.getValue()));
        }
        crc.reset();
        crc.update("123456789".getBytes(StandardCharsets.US_ASCII));
        System.out.println(Long.toHexString(crc.getValue()));
    }

    private static void compressed() throws Exception {
        byte[] text = "All work and no play makes Jack a dull boy. ".repeat(200).getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(text);
            gzip.write(some(500));
        }
        byte[] back = new GZIPInputStream(new ByteArrayInputStream(out.toByteArray())).readAllBytes();
        System.out.println(back.length + " " + (out.size() < 1_000) + " " + Arrays.hashCode(back));
        // Made by Python's gzip: what others compress is read.
        byte[] foreign = Base64.getDecoder().decode("H4sIAAAAAAACA/NIzcnJVyjPL8pJ4fLAwQYA9x8dFCQAAAA=");
        System.out.println(new String(new GZIPInputStream(new ByteArrayInputStream(foreign)).readAllBytes(), StandardCharsets.UTF_8));
        Deflater deflater = new Deflater(9, true);
        deflater.setInput(text);
        deflater.finish();
        byte[] small = new byte[1_000];
        int length = deflater.deflate(small);
        Inflater inflater = new Inflater(true);
        inflater.setInput(small, 0, length);
        byte[] again = new byte[text.length];
        System.out.println(inflater.inflate(again) + " " + Arrays.equals(text, again) + " " + deflater.finished()
                + " " + deflater.getTotalIn() + " " + inflater.getTotalOut());
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(zipped)) {
            for (String name : new String[] {"a.txt", "folder/b.txt"}) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write((name + " content").getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(zipped.toByteArray()));
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            System.out.println(entry.getName() + " " + new String(zip.readAllBytes(), StandardCharsets.UTF_8));
        }
        System.out.println(new InflaterInputStream(new ByteArrayInputStream(small, 0, length), new Inflater(true)).readAllBytes().length);
    }
}

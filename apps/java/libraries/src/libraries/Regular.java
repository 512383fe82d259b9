package libraries;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;

/** re2j: regular expressions in linear time. */
final class Regular {
    private Regular() {}

    static void run() {
        Matcher matcher = Pattern.compile("(?P<key>\\w+)=(?P<value>[^;]*)").matcher("a=1;bc=two;;d=");
        while (matcher.find()) {
            System.out.println(matcher.group("key") + " is " + matcher.group("value") + " at " + matcher.start());
        }
        System.out.println(Pattern.compile("(a*)*b").matcher("a".repeat(200)).matches());
        System.out.println(Pattern.compile("(?i)\\bthe\\b").matcher("The cat, the dog, other").replaceAll("<$0>"));
        System.out.println(Pattern.matches("\\p{Greek}+", "αβγ"));
    }
}

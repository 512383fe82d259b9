package libraries;

import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.math.Fraction;
import org.apache.commons.lang3.math.NumberUtils;
import org.apache.commons.lang3.mutable.MutableInt;
import org.apache.commons.lang3.tuple.Pair;

/** commons-lang3: strings, arrays, fractions, pairs. */
final class CommonsLang {
    private CommonsLang() {}

    static void run() {
        System.out.println(StringUtils.capitalize(StringUtils.reverse("ecarret")));
        System.out.println(StringUtils.leftPad("42", 6, '.') + StringUtils.center("mid", 9, '*'));
        System.out.println(StringUtils.getLevenshteinDistance("kitten", "sitting"));
        System.out.println(StringUtils.join(StringUtils.splitByCharacterTypeCamelCase("aHTTPServer2Go"), "|"));
        System.out.println(StringUtils.substringsBetween("[a][b][c]", "[", "]").length);
        System.out.println(StringUtils.abbreviate("A text that is too long for its place", 20));
        System.out.println(StringUtils.difference("i am a machine", "i am a robot"));
        int[] numbers = {3, 1, 2};
        ArrayUtils.reverse(numbers);
        System.out.println(ArrayUtils.toString(ArrayUtils.add(numbers, 9)) + ArrayUtils.indexOf(numbers, 1));
        System.out.println(Fraction.getFraction(6, 8).reduce().add(Fraction.ONE_THIRD));
        System.out.println(NumberUtils.toInt("12x", -1) + NumberUtils.max(3, 7, 5));
        MutableInt count = new MutableInt(5);
        count.add(7);
        System.out.println(Pair.of("left", count));
    }
}

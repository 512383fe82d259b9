package libraries;

import net.objecthunter.exp4j.Expression;
import net.objecthunter.exp4j.ExpressionBuilder;
import net.objecthunter.exp4j.function.Function;

/** exp4j: expressions with variables and functions of one's own. */
final class Calculator {
    private Calculator() {}

    static void run() {
        Expression expression = new ExpressionBuilder("3x^2 + mean(x, y, 4) - 2(y % 3)")
            .variables("x", "y")
            .function(new Function("mean", 3) {
                @Override
                public double apply(double... values) {
                    return (values[0] + values[1] + values[2]) / 3;
                }
            })
            .build();
        for (int x = 0; x < 4; x++) {
            System.out.println(expression.setVariable("x", x).setVariable("y", 7.5).evaluate());
        }
        System.out.println(new ExpressionBuilder("sqrt(2) * abs(-3) / floor(2.7)").build().evaluate());
        System.out.println(new ExpressionBuilder("2 +").build().validate().getErrors());
    }
}

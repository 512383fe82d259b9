package libraries;

import java.math.RoundingMode;
import org.joda.money.CurrencyUnit;
import org.joda.money.Money;

/** joda-money: amounts with their currency. */
final class Coins {
    private Coins() {}

    static void run() {
        Money price = Money.parse("EUR 19.99");
        System.out.println(price.multipliedBy(3).plus(Money.of(CurrencyUnit.EUR, 0.03)));
        System.out.println(price.dividedBy(7, RoundingMode.HALF_EVEN) + " " + price.isGreaterThan(Money.zero(CurrencyUnit.EUR)));
        System.out.println(CurrencyUnit.of("JPY").getDecimalPlaces());
    }
}

package libraries;

import java.util.Arrays;
import org.apache.commons.math3.analysis.interpolation.SplineInterpolator;
import org.apache.commons.math3.analysis.solvers.BrentSolver;
import org.apache.commons.math3.complex.Complex;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.EigenDecomposition;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.primes.Primes;
import org.apache.commons.math3.special.Gamma;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.apache.commons.math3.util.ArithmeticUtils;

/** commons-math3: linear algebra, statistics, roots, special functions. Its own FastMath makes it exact. */
final class CommonsMath {
    private CommonsMath() {}

    static void run() {
        Array2DRowRealMatrix matrix = new Array2DRowRealMatrix(new double[][] {{4, 1, 2}, {1, 3, 0}, {2, 0, 5}});
        LUDecomposition lu = new LUDecomposition(matrix);
        System.out.println(lu.getDeterminant() + " " + Arrays.toString(
            lu.getSolver().solve(new ArrayRealVector(new double[] {1, 2, 3})).toArray()));
        System.out.println(Arrays.toString(new EigenDecomposition(matrix).getRealEigenvalues()));
        DescriptiveStatistics statistics = new DescriptiveStatistics();
        SimpleRegression regression = new SimpleRegression();
        for (int i = 1; i <= 20; i++) {
            statistics.addValue(i * i % 17);
            regression.addData(i, 3 * i + i % 4);
        }
        System.out.println(statistics.getMean() + " " + statistics.getStandardDeviation() + " "
            + statistics.getPercentile(75) + " " + statistics.getSkewness());
        System.out.println(regression.getSlope() + " " + regression.getIntercept() + " " + regression.getRSquare());
        System.out.println(new BrentSolver(1e-12).solve(100, x -> x * x - 2, 0, 2));
        System.out.println(new SplineInterpolator().interpolate(new double[] {0, 1, 2, 3}, new double[] {0, 1, 4, 9}).value(1.5));
        System.out.println(new Complex(3, 4).sqrt() + " " + Gamma.logGamma(7.5));
        System.out.println(Primes.primeFactors(360360) + " " + ArithmeticUtils.gcd(462, 1071));
    }
}

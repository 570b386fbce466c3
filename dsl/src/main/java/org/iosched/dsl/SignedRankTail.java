package org.iosched.dsl;

/**
 * The lower tail of the {@linkplain SignedRank signed-rank} distribution of many pairs, from its
 * characteristic function.
 *
 * <p>T takes the N = n(n + 1)/2 + 1 values from 0 on. Around its mean μ = n(n + 1)/4 its
 * characteristic function is the real product φ(θ) of cos(rθ/2) over the ranks r = 1 … n, and the
 * discrete Fourier transform at θ = 2πm/N gives back the probabilities without any approximation.
 * Summed up to k they are
 *
 * <pre>P(T ≤ k) = (k + 1)/N + 1/N Σ φ(θ) (sin θ(k + ½ − μ) + sin θ(½ + μ)) / sin(θ/2)</pre>
 *
 * over m = 1 … N/2. Only the first few dozens of m count: for 80 pairs and more, φ lies below 10⁻¹⁶
 * beyond nine standard deviations (as a frequency). The nearest to an exception is θ = 2π/3, where
 * every third cosine is one and the others are ½.
 */
final class SignedRankTail {
  private static final double DEVIATIONS = 9;

  private final int values;
  private final double mean;
  private final double[] angles;
  private final double[] weights;

  private SignedRankTail(int values, double mean, double[] angles, double[] weights) {
    this.values = values;
    this.mean = mean;
    this.angles = angles;
    this.weights = weights;
  }

  /**
   * Prepares the tail.
   *
   * @param pairs n, 80 or more
   */
  static SignedRankTail of(int pairs) {
    double mean = pairs * (pairs + 1.0) / 4;
    double deviation = Math.sqrt(mean * (2.0 * pairs + 1) / 6);
    int values = pairs * (pairs + 1) / 2 + 1;
    int frequencies = (int) Math.ceil(DEVIATIONS / deviation * values / (2 * Math.PI));
    double[] angles = new double[frequencies];
    double[] weights = new double[frequencies];
    for (int m = 1; m <= frequencies; m++) {
      double angle = 2 * Math.PI * m / values;
      // The angle of the next rank is that of this one turned once more.
      double turnCos = Math.cos(angle / 2);
      double turnSin = Math.sin(angle / 2);
      double cos = 1;
      double sin = 0;
      double characteristic = 1;
      for (int rank = 1; rank <= pairs; rank++) {
        double turned = cos * turnCos - sin * turnSin;
        sin = sin * turnCos + cos * turnSin;
        cos = turned;
        characteristic *= cos;
      }
      angles[m - 1] = angle;
      weights[m - 1] = characteristic / Math.sin(angle / 2) / values;
    }
    return new SignedRankTail(values, mean, angles, weights);
  }

  /** Returns P(T ≤ k), for k from 0 to the mean, with an error below 10⁻¹¹. */
  double atMost(int k) {
    double probability = (k + 1.0) / values;
    for (int i = 0; i < angles.length; i++) {
      double angle = angles[i];
      probability +=
          weights[i] * (Math.sin(angle * (k + 0.5 - mean)) + Math.sin(angle * (0.5 + mean)));
    }
    return probability;
  }
}

package org.iosched.dsl;

import java.util.List;

/**
 * How probable it is that noise alone crosses a boundary at one of several looks.
 *
 * <p>The sum of the rounds is a random walk with normal steps, and a look compares it with the
 * boundary times the root of the rounds so far. Its density among the walks that have not crossed
 * is carried from look to look by numeric integration (Armitage, McPherson, Rowe, J. R. Stat. Soc.
 * A 132, 1969), with Simpson's rule on a grid that ends at the boundary.
 */
final class Crossing {
  /** Walks lower than this many standard deviations, and longer steps, add nothing. */
  private static final double FAR = 7;

  /** Points of the grid per standard deviation of the step to the next look, or from the last. */
  private static final int FINENESS = 4;

  private Crossing() {}

  /** The density of the walks that have not crossed. */
  private static final class Walks {
    /** The boundary, where the grid begins. */
    private final double top;

    /** From each point to the next lower one. */
    private final double spacing;

    /** At each point, of which there are an odd number. */
    private final double[] density;

    private Walks(double top, double spacing, int points) {
      this.top = top;
      this.spacing = spacing;
      this.density = new double[points];
    }

    /** Returns each point's density with its weight in Simpson's rule. */
    double[] weighted() {
      double[] weighted = new double[density.length];
      for (int i = 0; i < density.length; i++) {
        int simpson = i == 0 || i == density.length - 1 ? 1 : i % 2 == 1 ? 4 : 2;
        weighted[i] = density[i] * simpson * spacing / 3;
      }
      return weighted;
    }
  }

  /**
   * Returns the probability that the standardized sum exceeds the boundary at any look.
   *
   * @param rounds after how many rounds each look is taken, increasing; at least one
   * @param boundary in standard deviations
   */
  static double probability(List<Integer> rounds, double boundary) {
    int first = rounds.get(0);
    double root = Math.sqrt(first);
    Walks walks = grid(rounds, 0, boundary);
    for (int i = 0; i < walks.density.length; i++) {
      walks.density[i] = gauss((walks.top - i * walks.spacing) / root) / root;
    }
    for (int look = 1; look < rounds.size(); look++) {
      Walks next = grid(rounds, look, boundary);
      step(walks, next, Math.sqrt(rounds.get(look) - rounds.get(look - 1)));
      walks = next;
    }
    double staying = 0;
    for (double mass : walks.weighted()) {
      staying += mass;
    }
    return 1 - staying;
  }

  /** Fills the density after a look from that before it. */
  private static void step(Walks walks, Walks next, double deviation) {
    double[] mass = walks.weighted();
    double[] density = next.density;
    // Spacings are powers of two, so that all distances between the grids are multiples of the
    // smaller one, apart from that of their tops: the normal density is computed once for each.
    double unit = Math.min(walks.spacing, next.spacing);
    int stride = (int) Math.round(walks.spacing / unit);
    int nextStride = (int) Math.round(next.spacing / unit);
    double rise = next.top - walks.top;
    int lowest = (int) Math.floor((-FAR * deviation - rise) / unit);
    int highest = (int) Math.ceil((FAR * deviation - rise) / unit);
    double[] kernel = new double[highest - lowest + 1];
    for (int k = 0; k < kernel.length; k++) {
      kernel[k] = gauss((rise + (lowest + k) * unit) / deviation) / deviation;
    }
    for (int i = 0; i < density.length; i++) {
      // The step from point j to point i is rise + (j × stride − i × nextStride) × unit.
      int from = Math.max(0, Math.floorDiv(i * nextStride + lowest + stride - 1, stride));
      int to = Math.min(mass.length - 1, Math.floorDiv(i * nextStride + highest, stride));
      int place = from * stride - i * nextStride - lowest;
      double sum = 0;
      for (int j = from; j <= to; j++) {
        sum += mass[j] * kernel[place];
        place += stride;
      }
      density[i] = sum;
    }
  }

  /** Returns an empty grid, fine enough for the steps to this look and to the next one. */
  private static Walks grid(List<Integer> rounds, int look, double boundary) {
    int now = rounds.get(look);
    int step = now - (look == 0 ? 0 : rounds.get(look - 1));
    if (look + 1 < rounds.size()) {
      step = Math.min(step, rounds.get(look + 1) - now);
    }
    double finest = Math.sqrt(step) / FINENESS;
    double spacing = Math.pow(2, Math.floor(Math.log(finest) / Math.log(2)));
    double root = Math.sqrt(now);
    int points = 2 * (int) Math.ceil((boundary + FAR) * root / spacing / 2) + 1;
    return new Walks(boundary * root, spacing, points);
  }

  private static double gauss(double z) {
    return Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
  }
}

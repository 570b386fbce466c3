package org.iosched.dsl;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;

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
  private static final double FAR = 6;

  /** Steps that cross from farther away, in standard deviations, add nothing. */
  private static final double FARTHEST = 9;

  /**
   * Points of the grid per standard deviation of the step to the next look, or from the last; where
   * the boundary is high and the density steep, so many times the boundary.
   */
  private static final double COARSEST = 4;

  private static final double FINENESS = 2;

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  private Crossing() {}

  /** The density of the walks that have not crossed. */
  private static final class Walks {
    /** The boundary, where the grid begins. */
    private final double top;

    /** From each point to the next lower one. */
    private final double spacing;

    /** At each point, of which there are an odd number. */
    private final double[] density;

    private Walks(int rounds, double spacing, double boundary) {
      double root = Math.sqrt(rounds);
      this.top = boundary * root;
      this.spacing = spacing;
      this.density = new double[2 * (int) Math.ceil((boundary + FAR) * root / spacing / 2) + 1];
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
   * @param boundary in standard deviations, more than zero
   */
  static double probability(List<Integer> rounds, double boundary) {
    double[] spacings = spacings(rounds, boundary);
    double root = Math.sqrt(rounds.get(0));
    Walks walks = new Walks(rounds.get(0), spacings[0], boundary);
    for (int i = 0; i < walks.density.length; i++) {
      walks.density[i] = gauss((walks.top - i * walks.spacing) / root) / root;
    }
    double crossing = NORMAL.survivalProbability(boundary);
    for (int look = 1; look < spacings.length; look++) {
      double deviation = Math.sqrt(rounds.get(look) - rounds.get(look - 1));
      Walks next = new Walks(rounds.get(look), spacings[look], boundary);
      // What crosses is added up, since one minus what stays has no digits left where it is small.
      crossing += crossing(walks, next.top, deviation);
      if (look + 1 < spacings.length) {
        step(walks, next, deviation);
      }
      walks = next;
    }
    return crossing;
  }

  private static double crossing(Walks walks, double nextTop, double deviation) {
    double[] mass = walks.weighted();
    double crossing = 0;
    for (int i = 0; i < mass.length; i++) {
      double z = (nextTop - walks.top + i * walks.spacing) / deviation;
      if (z > FARTHEST) {
        break;
      }
      crossing += mass[i] * NORMAL.survivalProbability(z);
    }
    return crossing;
  }

  /** Fills the density after a look from that before it. */
  private static void step(Walks walks, Walks next, double deviation) {
    double[] mass = walks.weighted();
    double[] density = next.density;
    // One spacing is the other times a power of two, so that all distances between the grids are
    // multiples of the smaller one, apart from that of their tops: the normal density is computed
    // once for each.
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

  /**
   * Returns the spacing after each look, fine enough for the steps to that look and to the next
   * one. All are the smallest one times a power of two.
   */
  private static double[] spacings(List<Integer> rounds, double boundary) {
    double fineness = Math.max(COARSEST, FINENESS * boundary);
    double[] finest = new double[rounds.size()];
    int before = 0;
    for (int look = 0; look < finest.length; look++) {
      int now = rounds.get(look);
      int step = now - before;
      if (look + 1 < finest.length) {
        step = Math.min(step, rounds.get(look + 1) - now);
      }
      finest[look] = Math.sqrt(step) / fineness;
      before = now;
    }
    double smallest = Arrays.stream(finest).min().orElseThrow();
    return Arrays.stream(finest)
        .map(s -> smallest * Math.pow(2, Math.floor(Math.log(s / smallest) / Math.log(2) + 1e-9)))
        .toArray();
  }

  private static double gauss(double z) {
    return Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
  }
}

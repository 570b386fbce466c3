package org.iosched.engine.load;

/** The order in which the blocks of an extent are visited. */
abstract sealed class BlockOrder {
  private final long begin;
  private final int blockBytes;

  /** How many blocks the extent has. */
  protected final long blocks;

  private BlockOrder(long begin, int blockBytes, long blocks) {
    this.begin = begin;
    this.blockBytes = blockBytes;
    this.blocks = blocks;
  }

  /** Returns the offset of the next block, in bytes. */
  final long next() {
    return begin + nextBlock() * blockBytes;
  }

  abstract long nextBlock();

  /**
   * Tells whether each block was visited and the next begins anew; never so where each block is
   * drawn for itself.
   */
  boolean passedOver() {
    return false;
  }

  /** One after the other, and again from the first. */
  static final class Sequential extends BlockOrder {
    private long place;

    Sequential(long begin, int blockBytes, long blocks) {
      super(begin, blockBytes, blocks);
    }

    @Override
    long nextBlock() {
      if (place == blocks) {
        place = 0;
      }
      return place++;
    }

    @Override
    boolean passedOver() {
      return place == blocks;
    }
  }

  /** In random order, each once before any comes again; every pass has an order of its own. */
  static final class EachOnce extends BlockOrder {
    private final RandomNumbers random;
    private Permutation pass;
    private long place;

    EachOnce(long begin, int blockBytes, long blocks, long seed) {
      super(begin, blockBytes, blocks);
      random = new RandomNumbers(seed);
      pass = new Permutation(blocks, random.next());
    }

    @Override
    long nextBlock() {
      if (place == blocks) {
        place = 0;
        pass = new Permutation(blocks, random.next());
      }
      return pass.at(place++);
    }

    @Override
    boolean passedOver() {
      return place == blocks;
    }
  }

  /** Each drawn for itself. */
  static final class Independent extends BlockOrder {
    private final RandomNumbers random;

    Independent(long begin, int blockBytes, long blocks, long seed) {
      super(begin, blockBytes, blocks);
      random = new RandomNumbers(seed);
    }

    @Override
    long nextBlock() {
      return random.below(blocks);
    }
  }

  /**
   * The block of rank k in proportion to k^-theta, by rejection-inversion (Hörmann and Derflinger:
   * Rejection-inversion to generate variates from monotone discrete distributions, TOMACS 1996).
   */
  static final class Zipf extends BlockOrder {
    private final RandomNumbers random;
    private final Permutation scatter;
    private final double oneMinusTheta;
    private final double theta;
    private final double atFirst;
    private final double atLast;
    private final double shortcut;

    Zipf(long begin, int blockBytes, long blocks, double theta, long seed) {
      super(begin, blockBytes, blocks);
      random = new RandomNumbers(seed);
      scatter = new Permutation(blocks, random.next());
      this.theta = theta;
      oneMinusTheta = 1 - theta;
      atFirst = integral(1.5) - 1;
      atLast = integral(blocks + 0.5);
      shortcut = 2 - inverse(integral(2.5) - Math.pow(2, -theta));
    }

    @Override
    long nextBlock() {
      while (true) {
        double u = atLast + random.fraction() * (atFirst - atLast);
        double x = inverse(u);
        long rank = Math.max(1, Math.min(blocks, Math.round(x)));
        if (rank - x <= shortcut || u >= integral(rank + 0.5) - Math.pow((double) rank, -theta)) {
          return scatter.at(rank - 1);
        }
      }
    }

    private double integral(double x) {
      return Math.expm1(oneMinusTheta * Math.log(x)) / oneMinusTheta;
    }

    private double inverse(double y) {
      return Math.exp(Math.log1p(Math.max(-1, y * oneMinusTheta)) / oneMinusTheta);
    }
  }

  /**
   * Self-similar (Gray et al.: Quickly Generating Billion-Record Synthetic Databases, SIGMOD 1994):
   * rank = blocks · u^(ln h / ln(1-h)).
   */
  static final class Pareto extends BlockOrder {
    private final RandomNumbers random;
    private final Permutation scatter;
    private final double exponent;

    Pareto(long begin, int blockBytes, long blocks, double h, long seed) {
      super(begin, blockBytes, blocks);
      random = new RandomNumbers(seed);
      scatter = new Permutation(blocks, random.next());
      exponent = Math.log(h) / Math.log1p(-h);
    }

    @Override
    long nextBlock() {
      long rank = (long) (blocks * Math.pow(random.fraction(), exponent));
      return scatter.at(Math.min(blocks - 1, rank));
    }
  }
}

package org.iosched.engine;

/** How a random job spreads its I/Os over its extent: fio's {@code random_distribution}. */
public sealed interface Distribution {

  /** Returns fio's words for it. */
  String text();

  /** Every block is as likely as any other. */
  record Uniform() implements Distribution {
    @Override
    public String text() {
      return "random";
    }
  }

  /**
   * The block of rank k is drawn in proportion to k^-theta; ranks are scattered over the extent.
   *
   * @param theta greater than 0, not 1
   */
  record Zipf(double theta) implements Distribution {
    @Override
    public String text() {
      return "zipf:" + theta;
    }
  }

  /**
   * Self-similar: the share {@code 1-h} of the I/Os goes to the share {@code h} of the blocks, and
   * so on within each part; blocks are scattered over the extent.
   *
   * @param h between 0 and 1, exclusive
   */
  record Pareto(double h) implements Distribution {
    @Override
    public String text() {
      return "pareto:" + h;
    }
  }
}

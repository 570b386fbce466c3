package org.iosched.workload;

import java.util.List;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Side;

/** A tool that works on files in the workspace's directory until its work is done. */
public interface DirectoryTool extends Tool {

  @Override
  default boolean worksInDirectory() {
    return true;
  }

  @Override
  default boolean continuous() {
    return false;
  }

  @Override
  default boolean writes() {
    return true;
  }

  /**
   * Tells whether a metric is one of the whole work, reads and writes together.
   *
   * @param metric the metric
   * @param quantities what is counted of the whole
   */
  static boolean ofTheWhole(Metric metric, List<Quantity> quantities) {
    return metric.job().isEmpty()
        && metric.side() == Side.BOTH
        && quantities.contains(metric.quantity());
  }
}

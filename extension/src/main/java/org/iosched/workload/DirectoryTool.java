package org.iosched.workload;

import java.util.List;
import java.util.Optional;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Side;

/**
 * A tool that works on files in the workspace's directory until its work is done, within a memory
 * limit where one is asked for.
 */
public abstract class DirectoryTool implements Tool {

  private final String text;
  private final MemoryLimit memory;

  /**
   * Makes a tool.
   *
   * @param text what the user wrote, for reports
   * @param memoryLimitBytes how much memory it may take, page cache included
   * @throws IllegalArgumentException if that is too little, in one sentence
   */
  protected DirectoryTool(String text, Optional<Long> memoryLimitBytes) {
    this.text = text;
    this.memory = MemoryLimit.of(memoryLimitBytes);
  }

  /** Returns the memory limit, which {@link #prepare} opens last of all. */
  protected final MemoryLimit memory() {
    return memory;
  }

  @Override
  public final String text() {
    return text;
  }

  @Override
  public final boolean worksInDirectory() {
    return true;
  }

  @Override
  public final boolean continuous() {
    return false;
  }

  @Override
  public final boolean writes() {
    return true;
  }

  @Override
  public final void after() {
    memory.close();
  }

  /**
   * Tells whether a metric is one of the whole work, reads and writes together.
   *
   * @param metric the metric
   * @param quantities what is counted of the whole
   */
  protected static boolean ofTheWhole(Metric metric, List<Quantity> quantities) {
    return metric.job().isEmpty()
        && metric.side() == Side.BOTH
        && quantities.contains(metric.quantity());
  }
}

package org.iosched.workload.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.workload.DirectoryTool;
import org.iosched.workload.ExecException;
import org.iosched.workload.MemoryLimit;
import org.iosched.workload.WorkloadResult;
import org.iosched.workload.Workspace;

/**
 * A line for the shell as a workload. It runs in the workspace's directory; how long it takes is
 * measured by whoever runs it, with the final sync to the device.
 */
public final class Command extends DirectoryTool {

  private static final String SHELL = "sh";

  private final Optional<String> preparation;

  private Command(String line, Optional<String> preparation, Optional<Long> memoryLimitBytes) {
    super(line, memoryLimitBytes);
    this.preparation = preparation;
  }

  /**
   * Makes a workload of a line.
   *
   * @param line what {@code sh -c} runs; a status other than 0 fails the run
   * @param preparation what is run there before each run, untimed and without a memory limit
   * @param memoryLimitBytes how much memory it may take, page cache included
   * @throws IllegalArgumentException if a line is blank, in one sentence
   */
  public static Command of(
      String line, Optional<String> preparation, Optional<Long> memoryLimitBytes) {
    if (line.isBlank() || preparation.filter(String::isBlank).isPresent()) {
      throw new IllegalArgumentException(
          "a command is blank; write the line as the shell is to run it.");
    }
    if (line.indexOf('\0') >= 0 || preparation.filter(p -> p.indexOf('\0') >= 0).isPresent()) {
      throw new IllegalArgumentException(
          "a command holds a zero byte, which no shell takes; remove it.");
    }
    return new Command(line, preparation, memoryLimitBytes);
  }

  @Override
  public Optional<String> neverMeasures(Metric metric) {
    boolean measured = ofTheWhole(metric, List.of(Quantity.SPEED, Quantity.TIME, Quantity.CPU));
    return measured
        ? Optional.empty()
        : Optional.of(
            metric
                + " is not measured of a command, of which there are time and cpu; claim one of"
                + " these.");
  }

  @Override
  public Optional<String> missing() {
    return memory().missing();
  }

  @Override
  public void prepare(Workspace workspace) throws InterruptedException {
    if (preparation.isPresent()) {
      try {
        MemoryLimit.of(Optional.empty()).exec(workspace, List.of(SHELL, "-c", preparation.get()));
      } catch (ExecException e) {
        throw new ExecException("the preparation failed: " + e.getMessage());
      }
    }
    memory().open();
  }

  /**
   * Runs the line; its output goes to the workspace's log.
   *
   * @throws ExecException if it fails or runs longer than a day
   */
  @Override
  public WorkloadResult run(Workspace workspace, Path target) throws InterruptedException {
    memory().exec(workspace, List.of(SHELL, "-c", text()));
    return new WorkloadResult(0, Map.of(), List.of(), List.of(), List.of(), List.of());
  }

  @Override
  public String toString() {
    return text();
  }
}

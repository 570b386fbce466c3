package org.iosched.workload.dd;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Unit;
import org.iosched.workload.DirectoryTool;
import org.iosched.workload.ExecException;
import org.iosched.workload.ProgramOutput;
import org.iosched.workload.Programs;
import org.iosched.workload.RecordException;
import org.iosched.workload.WorkloadResult;
import org.iosched.workload.Workspace;

/** dd as a workload, with its own operands. Time and rate are what dd itself tells. */
public final class Dd extends DirectoryTool {

  private static final String PROGRAM = "dd";
  private static final long SEED = 20_090_323L;
  private static final int CHUNK_BYTES = 1 << 20;

  private final DdOperands operands;

  private Dd(String text, Optional<Long> memoryLimitBytes) {
    super(text, memoryLimitBytes);
    operands = DdOperands.parse(text);
  }

  /**
   * Makes a workload of dd's operands, e.g. {@code "if=/dev/zero of=file bs=4k count=25600
   * conv=fdatasync"}. A file that is read, or that has to exist, is made before each run, untimed.
   *
   * @param text the operands, with or without {@code dd} in front
   * @param memoryLimitBytes how much memory it may take, page cache included
   * @throws IllegalArgumentException with the operand and the remedy, in one sentence
   */
  public static Dd parse(String text, Optional<Long> memoryLimitBytes) {
    return new Dd(text, memoryLimitBytes);
  }

  @Override
  public long neededBytes() {
    return (operands.input().isPresent() ? inputBytes() : 0)
        + (operands.output().isPresent() ? operands.outputBytes() : 0);
  }

  private long inputBytes() {
    return operands.skippedBytes() + operands.bytes();
  }

  @Override
  public Optional<String> neverMeasures(Metric metric) {
    boolean measured =
        ofTheWhole(
            metric, List.of(Quantity.SPEED, Quantity.TIME, Quantity.BANDWIDTH, Quantity.CPU));
    return measured
        ? Optional.empty()
        : Optional.of(
            metric
                + " is not told by dd, of which there are time, bandwidth and cpu; claim one of"
                + " these.");
  }

  @Override
  public Optional<String> missing() {
    return Programs.find(PROGRAM).isPresent()
        ? memory().missing()
        : Optional.of("dd is not installed; install coreutils or busybox.");
  }

  @Override
  public Optional<String> caution() {
    List<String> sentences = new ArrayList<>();
    if (operands.output().isPresent() && !operands.durable()) {
      sentences.add(
          "dd's time ends when the data is in the page cache and not on the device: add"
              + " conv=fdatasync.");
    }
    if (operands.input().isEmpty() && !operands.source().equals("/dev/zero")) {
      sentences.add(
          "Making the bytes of "
              + operands.source()
              + " takes longer than a fast device takes to write them: read a file or /dev/zero.");
    }
    return sentences.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", sentences));
  }

  /** Makes the files that have to be there, of random bytes, and the directories of the others. */
  @Override
  public void prepare(Workspace workspace) throws InterruptedException {
    try {
      if (operands.output().isPresent()) {
        Path output = workspace.resolve(operands.output().get().toString());
        Files.createDirectories(output.getParent());
        if (operands.outputMustExist()) {
          fill(output, operands.outputBytes());
        }
      }
      if (operands.input().isPresent()) {
        fill(workspace.resolve(operands.input().get().toString()), inputBytes());
      }
    } catch (IOException e) {
      throw new ExecException(
          "the files of dd "
              + text()
              + " cannot be made in "
              + workspace.directory()
              + ": "
              + e
              + ".");
    }
    memory().open();
  }

  /** Makes a file unless there is one that is large enough. */
  private static void fill(Path file, long bytes) throws IOException, InterruptedException {
    if (Files.exists(file) && Files.size(file) >= bytes) {
      return;
    }
    Files.createDirectories(file.getParent());
    SplittableRandom random = new SplittableRandom(SEED);
    byte[] chunk = new byte[CHUNK_BYTES];
    try (OutputStream out = Files.newOutputStream(file)) {
      for (long left = bytes; left > 0; left -= chunk.length) {
        if (Thread.interrupted()) {
          throw new InterruptedException("the run was interrupted while " + file + " was made");
        }
        random.nextBytes(chunk);
        out.write(chunk, 0, (int) Math.min(left, chunk.length));
      }
    }
    try (FileChannel written = FileChannel.open(file, StandardOpenOption.WRITE)) {
      written.force(true);
    }
  }

  @Override
  public WorkloadResult run(Workspace workspace, Path target) throws InterruptedException {
    List<String> command = new ArrayList<>(List.of(PROGRAM));
    command.addAll(operands.words());
    String shown = String.join(" ", command);
    ProgramOutput output = memory().run(workspace, command);
    if (output.status() != 0) {
      throw new ExecException(
          shown + " ended with status " + output.status() + ": " + output.err().strip());
    }
    DdOutput copied;
    try {
      copied = DdOutput.read(output.err());
    } catch (RecordException e) {
      throw new ExecException(shown + " told of no time: " + e.getMessage());
    }
    if (copied.bytes() < operands.bytes()) {
      throw new ExecException(
          shown
              + " copied "
              + copied.bytes()
              + " of "
              + operands.bytes()
              + " bytes; add iflag=fullblock, or lower bs=, if its reads were short.");
    }
    return result(copied, output.err());
  }

  private static WorkloadResult result(DdOutput copied, String text) {
    return new WorkloadResult(
        copied.seconds(),
        Map.of(
            Metric.TIME,
            new Measured.Value(copied.seconds(), Unit.SECONDS),
            Metric.BANDWIDTH,
            new Measured.Rate(copied.bytes(), copied.seconds(), Unit.BYTES_PER_SECOND)),
        List.of(),
        List.of(),
        List.of(),
        List.of(new WorkloadResult.Document("dd.txt", "text/plain", text)));
  }

  @Override
  public String toString() {
    return PROGRAM + " " + text();
  }
}

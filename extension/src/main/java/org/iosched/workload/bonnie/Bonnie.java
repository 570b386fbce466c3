package org.iosched.workload.bonnie;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Nearest;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Side;
import org.iosched.workload.DirectoryTool;
import org.iosched.workload.ExecException;
import org.iosched.workload.ProgramOutput;
import org.iosched.workload.Programs;
import org.iosched.workload.RecordException;
import org.iosched.workload.WorkloadResult;
import org.iosched.workload.Workspace;

/**
 * bonnie++ as a workload, with its own options. Each of its tests is a job, see {@link BonnieTest}.
 */
public final class Bonnie extends DirectoryTool {

  private static final String PROGRAM = "bonnie++";
  private static final long MEBIBYTE = 1L << 20;
  private static final long BLOCK = 4096;
  private static final int LEAST_DEFAULT_SIZE = 300;
  private static final Pattern TOTAL = Pattern.compile("(?m)^MemTotal:\\s+(\\d+) kB$");
  private static final int LAST_LINES = 5;

  private final BonnieOptions options;

  private Bonnie(String text, Optional<Long> memoryLimitBytes) {
    super(text, memoryLimitBytes);
    options = BonnieOptions.parse(text);
  }

  /**
   * Makes a workload of bonnie++'s options, e.g. {@code "-s 2g -r 1024 -n 16 -u nobody"}. {@code
   * -q} is always there; {@code -d}, {@code -x}, {@code -p}, {@code -y} and {@code -Z} are refused.
   *
   * @param text the options, with or without {@code bonnie++} in front
   * @param memoryLimitBytes how much memory it may take, page cache included; it is then what
   *     bonnie++ takes for the machine's memory, unless {@code -r} says otherwise
   * @throws IllegalArgumentException with the option and the remedy, in one sentence
   */
  public static Bonnie parse(String text, Optional<Long> memoryLimitBytes) {
    return new Bonnie(text, memoryLimitBytes);
  }

  @Override
  public Optional<String> neverMeasures(Metric metric) {
    if (metric.job().isEmpty()) {
      boolean measured = ofTheWhole(metric, List.of(Quantity.SPEED, Quantity.TIME, Quantity.CPU));
      return measured
          ? Optional.empty()
          : Optional.of(
              metric
                  + " is measured of each test of bonnie++ and not of the whole, of which there are"
                  + " time and cpu; name a test, as in "
                  + BonnieTest.BLOCK_WRITE.job()
                  + " bandwidth or "
                  + BonnieTest.SEEKS.job()
                  + " iops.");
    }
    String job = metric.job().get();
    Optional<BonnieTest> test = BonnieTest.named(job);
    if (test.isEmpty()) {
      List<String> names = BonnieTest.jobs(List.of(BonnieTest.values()));
      return Optional.of(
          job
              + " is neither a word of the language nor a test of bonnie++, whose tests are "
              + String.join(", ", names)
              + Nearest.hint(job, names)
              + ".");
    }
    return leftOut(test.get()).or(() -> notOf(test.get(), metric));
  }

  private Optional<String> leftOut(BonnieTest test) {
    String option = "";
    if (test.onLargeFile() && options.sizeMebibytes().filter(size -> size == 0).isPresent()) {
      option = "-s 0";
    } else if (!test.onLargeFile() && options.files() == 0) {
      option = "-n 0";
    } else if (test.byteByByte() && !options.byteByByte()) {
      option = "-f";
    }
    return option.isEmpty()
        ? Optional.empty()
        : Optional.of(
            test.job() + " is left out by " + option + "; change it, or claim another test.");
  }

  private static Optional<String> notOf(BonnieTest test, Metric metric) {
    List<Quantity> measured = List.of(test.quantity(), Quantity.CPU, Quantity.MAX_LATENCY);
    return metric.side() == Side.BOTH && measured.contains(metric.quantity())
        ? Optional.empty()
        : Optional.of(
            metric
                + " is not told by bonnie++, which tells of "
                + test.job()
                + " "
                + String.join(", ", measured.stream().map(Quantity::words).toList())
                + "; claim one of these.");
  }

  /** Returns what it takes for the size of the memory, in MiB; 0 if it is not to care. */
  private long ramMebibytes() {
    return options
        .ramMebibytes()
        .or(() -> memory().bytes().map(bytes -> bytes / MEBIBYTE))
        .orElseGet(Bonnie::machineMebibytes);
  }

  private static long machineMebibytes() {
    try {
      Matcher total = TOTAL.matcher(Files.readString(Path.of("/proc/meminfo")));
      return total.find() ? Long.parseLong(total.group(1)) / 1024 : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  /** Returns the size of the large file in MiB: without -s, twice the memory as in bonnie++.cpp. */
  private long sizeMebibytes() {
    if (options.sizeMebibytes().isPresent()) {
      return options.sizeMebibytes().get();
    }
    long size = Math.max(LEAST_DEFAULT_SIZE, 2 * ramMebibytes());
    return ramMebibytes() > 0 && size % 1024 > 512 ? size + 1024 - size % 1024 : size;
  }

  @Override
  public long neededBytes() {
    long perFile = (options.largestFileBytes() + BLOCK - 1) / BLOCK * BLOCK;
    long large = sizeMebibytes() * MEBIBYTE;
    // More than can be counted is more than any device has.
    return perFile > 0 && options.files() > (Long.MAX_VALUE - large) / perFile
        ? Long.MAX_VALUE
        : large + options.files() * perFile;
  }

  @Override
  public Optional<String> missing() {
    if (Programs.find(PROGRAM).isEmpty()) {
      return Optional.of(
          "bonnie++ is not installed; install it with apt-get install bonnie++ (Debian, Ubuntu) or"
              + " dnf install bonnie++ (Fedora).");
    }
    long size = sizeMebibytes();
    long ram = ramMebibytes();
    if (size > 0 && size * options.concurrency() < 2 * ram) {
      return Optional.of(
          "bonnie++ refuses a file of "
              + size
              + " MiB where the memory has "
              + ram
              + " MiB; ask for -s "
              + 2 * ram
              + "m, limit the memory to "
              + size / 2
              + " MiB, or tell it that there is less with -r "
              + size / 2
              + ", which leaves the page cache as it is.");
    }
    return userMissing().or(memory()::missing);
  }

  private Optional<String> userMissing() {
    boolean root = isRoot();
    if (!root && (options.user().isPresent() || options.group().isPresent())) {
      return Optional.of(
          "bonnie++ can run as another user or group only where the build is run by root; do so, or"
              + " leave -u and -g out.");
    }
    UserPrincipalLookupService names = Path.of("/").getFileSystem().getUserPrincipalLookupService();
    try {
      if (options.user().isPresent()) {
        names.lookupPrincipalByName(options.user().get());
      }
      if (options.group().isPresent()) {
        names.lookupPrincipalByGroupName(options.group().get());
      }
      return Optional.empty();
    } catch (UserPrincipalNotFoundException e) {
      return Optional.of(
          "bonnie++ is to run as "
              + e.getName()
              + ", which this machine does not know; name another one with -u USER:GROUP.");
    } catch (IOException e) {
      return Optional.of("users of this machine cannot be looked up: " + e.getMessage() + ".");
    }
  }

  private static boolean isRoot() {
    try {
      return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public Optional<String> caution() {
    List<String> sentences = new ArrayList<>();
    long size = sizeMebibytes();
    long there = machineMebibytes();
    if (size > 0 && size < 2 * there && memory().bytes().isEmpty() && !options.direct()) {
      sentences.add(
          "bonnie++ works on "
              + size
              + " MiB where the page cache may have "
              + there
              + " MiB, so that the cache answers for the disk: limit the memory to half of the size,"
              + " or ask for -s "
              + 2 * there
              + "m.");
    }
    if (options.concurrency() > 1) {
      sentences.add(
          "-c "
              + options.concurrency()
              + " enters the CSV line only: bonnie++ up to 2.00a runs one copy.");
    }
    return sentences.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", sentences));
  }

  /** Gives the directory to the user that bonnie++ becomes. */
  @Override
  public void prepare(Workspace workspace) {
    giveAway(workspace.directory());
    memory().open();
  }

  private void giveAway(Path directory) {
    UserPrincipalLookupService names = directory.getFileSystem().getUserPrincipalLookupService();
    try {
      if (options.user().isPresent()) {
        Files.setOwner(directory, names.lookupPrincipalByName(options.user().get()));
      }
      if (options.group().isPresent()) {
        Files.getFileAttributeView(directory, PosixFileAttributeView.class)
            .setGroup(names.lookupPrincipalByGroupName(options.group().get()));
      }
    } catch (IOException e) {
      throw new ExecException(
          directory
              + " cannot be given to the user that bonnie++ is to be: "
              + e
              + "; leave -u out.");
    }
  }

  @Override
  public WorkloadResult run(Workspace workspace, Path target) throws InterruptedException {
    List<String> command = command();
    String shown = String.join(" ", command);
    ProgramOutput output = memory().run(workspace, command);
    if (output.status() != 0) {
      throw new ExecException(
          shown
              + " ended with status "
              + output.status()
              + ". Last lines of "
              + workspace.log()
              + ":\n"
              + lastLines(output.err()));
    }
    List<WorkloadResult> results;
    try {
      results = BonnieLines.read(output.out());
    } catch (RecordException e) {
      throw new ExecException(shown + " told of no results: " + e.getMessage());
    }
    return results.get(results.size() - 1);
  }

  /** Returns the command; as root bonnie++ wants to be told which user to be. */
  private List<String> command() {
    List<String> command =
        new ArrayList<>(
            List.of(Programs.find(PROGRAM).map(Path::toString).orElse(PROGRAM), "-q", "-d", "."));
    command.addAll(options.words());
    if (options.ramMebibytes().isPresent() || memory().bytes().isPresent()) {
      command.addAll(List.of("-r", Long.toString(ramMebibytes())));
    }
    Optional<String> user =
        options.user().or(() -> isRoot() ? Optional.of("root") : Optional.empty());
    user.ifPresent(name -> command.addAll(List.of("-u", name)));
    options.group().ifPresent(name -> command.addAll(List.of("-g", name)));
    return command;
  }

  private static String lastLines(String text) {
    String[] lines = text.strip().split("\\R+", -1);
    return String.join(
        "\n", Arrays.copyOfRange(lines, Math.max(0, lines.length - LAST_LINES), lines.length));
  }

  @Override
  public String toString() {
    return PROGRAM + " " + text();
  }
}

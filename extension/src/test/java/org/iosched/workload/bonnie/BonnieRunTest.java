package org.iosched.workload.bonnie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.iosched.device.Machine;
import org.iosched.device.Trees;
import org.iosched.dsl.Measured;
import org.iosched.dsl.Metric;
import org.iosched.workload.ExecException;
import org.iosched.workload.Programs;
import org.iosched.workload.WorkloadResult;
import org.iosched.workload.Workspace;
import org.iosched.workload.Workspaces;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs bonnie++, and holds its options to what it makes of them. */
final class BonnieRunTest {

  @TempDir Path temp;
  private Workspace workspace;

  @BeforeEach
  void makeWorkspace() throws IOException {
    workspace = Workspaces.in(temp);
  }

  @Test
  @Tag("root")
  void aSmallRunIsMeasured() throws InterruptedException {
    Machine.assumeLoops();
    assumeTrue(Programs.find("bonnie++").isPresent(), "needs bonnie++");
    Bonnie bonnie = bonnie("bonnie++ -s 16m -r 8 -n 0 -m a,b");
    assertThat(bonnie.missing()).isEmpty();
    bonnie.prepare(workspace);
    WorkloadResult result = bonnie.run(workspace, workspace.directory());
    assertThat(result.metrics())
        .containsKey(Metric.parse("seeks max latency"))
        .doesNotContainKeys(Metric.TIME, Metric.parse("seq-create max latency"));
    assertThat(result.metrics().values()).extracting(Measured::value).allMatch(v -> v >= 0);
    assertThat(result.documents().get(0).text()).matches("1\\.9.*,a,b,.*\n");
    assertThat(workspace.directory()).isEmptyDirectory();
  }

  @Test
  @Tag("root")
  void itRunsAsAnotherUserWithLittleMemory() throws InterruptedException, IOException {
    Machine.assumeLoops();
    assumeTrue(Programs.find("bonnie++").isPresent(), "needs bonnie++");
    Bonnie bonnie = Bonnie.parse("-s 32m -f -n 1 -u nobody:nogroup", Optional.of(16L << 20));
    assumeTrue(bonnie.missing().isEmpty(), () -> bonnie.missing().orElse(""));
    bonnie.prepare(workspace);
    assertThat(Files.getOwner(workspace.directory()).getName()).isEqualTo("nobody");
    WorkloadResult result;
    try {
      result = bonnie.run(workspace, workspace.directory());
    } finally {
      bonnie.after();
    }
    assertThat(result.metrics())
        .containsKey(Metric.parse("block-write max latency"))
        .containsKey(Metric.parse("ran-delete max latency"))
        .doesNotContainKey(Metric.parse("putc max latency"));
    assertThat(Files.readString(workspace.log())).contains("-r 16 -u nobody -g nogroup");
  }

  @Test
  @Tag("root")
  void aFailureShowsWhatBonnieSaid() {
    Machine.assumeLoops();
    assumeTrue(Programs.find("bonnie++").isPresent(), "needs bonnie++");
    Bonnie bonnie = bonnie("-s 16m -r 32 -n 0");
    assertThatThrownBy(() -> bonnie.run(workspace, workspace.directory()))
        .isInstanceOf(ExecException.class)
        .hasMessageContaining("bonnie++ -q -d . -s 16m -n 0 -r 32 -u root ended with status 1.")
        .hasMessageContaining("[-r ram-size-in-MiB]");
  }

  @Test
  void aFileThatIsSmallForTheMemoryIsSaidBefore() {
    assumeTrue(Programs.find("bonnie++").isPresent(), "needs bonnie++");
    assertThat(bonnie("-s 512m -r 512").missing())
        .contains(
            "bonnie++ refuses a file of 512 MiB where the memory has 512 MiB; ask for -s 1024m,"
                + " limit the memory to 256 MiB, or tell it that there is less with -r 256, which"
                + " leaves the page cache as it is.");
    assertThat(bonnie("-s 1g -r 512").missing()).isEmpty();
    assertThat(bonnie("-s 512m -r 512 -c 2").missing()).isEmpty();
    assertThat(bonnie("-s 1m -r 0").missing()).isEmpty();
    assertThat(bonnie("-s 0 -r 512").missing()).isEmpty();
    assertThat(Bonnie.parse("-s 512m", Optional.of(512L << 20)).missing())
        .hasValueSatisfying(
            problem -> assertThat(problem).contains("where the memory has 512 MiB"));
  }

  @Test
  void aUserThatIsNotThereIsSaidBefore() {
    assumeTrue(Programs.find("bonnie++").isPresent(), "needs bonnie++");
    assertThat(bonnie("-s 4m -r 1 -u no-such-user").missing())
        .hasValueSatisfying(
            problem ->
                assertThat(problem)
                    .isIn(
                        "bonnie++ is to run as no-such-user, which this machine does not know; name"
                            + " another one with -u USER:GROUP.",
                        "bonnie++ can run as another user or group only where the build is run by"
                            + " root; do so, or leave -u and -g out."));
  }

  @Test
  void theCacheThatAnswersForTheDiskIsSaid() {
    assertThat(bonnie("-s 64m -r 32").caution())
        .hasValueSatisfying(
            caution ->
                assertThat(caution)
                    .startsWith("bonnie++ works on 64 MiB where the page cache may have ")
                    .contains("limit the memory to half of the size, or ask for -s "));
    assertThat(bonnie("-s 64m -r 32 -D").caution()).isEmpty();
    assertThat(Bonnie.parse("-s 64m", Optional.of(32L << 20)).caution()).isEmpty();
    assertThat(bonnie("-s 64m -r 32 -D -c 3").caution())
        .contains("-c 3 enters the CSV line only: bonnie++ up to 2.00a runs one copy.");
  }

  @Test
  @Tag("root")
  void anInterruptEndsItAndWhatItWroteGoesWithTheWorkspace() throws Exception {
    for (Optional<Long> limit : limits()) {
      Run run = new Run(limit);
      run.thread.interrupt();
      run.thread.join(30_000);
      assertThat(run.thrown.get()).isInstanceOf(InterruptedException.class);
      run.leftNothing();
    }
  }

  @Test
  @Tag("root")
  void aKilledOneIsAFailureAndWhatItWroteGoesWithTheWorkspace() throws Exception {
    for (Optional<Long> limit : limits()) {
      Run run = new Run(limit);
      running(run.directory).forEach(ProcessHandle::destroyForcibly);
      run.thread.join(30_000);
      assertThat(run.thrown.get())
          .isInstanceOf(ExecException.class)
          .hasMessageContaining("ended with status 137");
      run.leftNothing();
    }
  }

  /** Without a limit of memory, and with one where that can be had. */
  private static List<Optional<Long>> limits() {
    Machine.assumeLoops();
    assumeTrue(Programs.find("bonnie++").isPresent(), "needs bonnie++");
    Optional<Long> limit = Optional.of(64L << 20);
    return bonnieOf(limit).missing().isEmpty()
        ? List.of(Optional.empty(), limit)
        : List.of(Optional.empty());
  }

  private static Bonnie bonnieOf(Optional<Long> limit) {
    return Bonnie.parse("-s 4g -r 64 -n 0 -b -u nobody:nogroup", limit);
  }

  /** Returns the processes of bonnie++ that work in a directory. */
  private static List<ProcessHandle> running(Path directory) {
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().command().filter(c -> c.endsWith("bonnie++")).isPresent())
        .filter(
            process -> {
              try {
                return Files.readSymbolicLink(Path.of("/proc/" + process.pid() + "/cwd"))
                    .startsWith(directory);
              } catch (IOException e) {
                return false;
              }
            })
        .toList();
  }

  /** A run that has begun to write. */
  private final class Run {
    private final Path directory = Files.createTempDirectory(temp, "run");
    private final Workspace place =
        new Workspace(directory, temp.resolve("log"), ProcessBuilder::start);
    private final Bonnie bonnie;
    private final AtomicReference<Exception> thrown = new AtomicReference<>();
    private final Thread thread;

    Run(Optional<Long> limit) throws IOException, InterruptedException {
      // It becomes another user, who has to reach the directory.
      Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxr-xr-x"));
      bonnie = bonnieOf(limit);
      bonnie.prepare(place);
      thread =
          new Thread(
              () -> {
                try {
                  bonnie.run(place, directory);
                } catch (InterruptedException | RuntimeException e) {
                  thrown.set(e);
                }
              });
      thread.start();
      assertThat(Machine.waitFor(() -> !running(directory).isEmpty() && wrote(), 20_000))
          .isNotNegative();
    }

    private boolean wrote() {
      try (Stream<Path> files = Files.list(directory)) {
        return files.findAny().isPresent();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void leftNothing() {
      bonnie.after();
      assertThat(running(directory)).isEmpty();
      assertThat(place.endLeftovers()).isZero();
      assertThat(directory).isNotEmptyDirectory();
      Trees.delete(directory);
      assertThat(directory).doesNotExist();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "-s 0 -n 9999999:1g:1:9999",
    "-s 0 -n 2097151m:2097151k:999999999",
    "-s 999999999 -n 9999999:1g",
    "-s 2097151g -r 0 -n 9999999:1g",
    "-r 999999999 -n 999999999:999999999"
  })
  void moreThanCanBeCountedIsMoreThanThereIs(String options) {
    assertThat(bonnie(options).neededBytes()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void noSizeIsBelowZero() {
    List<String> numbers = List.of("0", "1", "999999999", "2097151k", "2097151g", "1048575m");
    SplittableRandom random = new SplittableRandom(4);
    int counted = 0;
    for (int i = 0; i < 5000; i++) {
      String options =
          "-s "
              + pick(random, numbers)
              + " -r "
              + pick(random, numbers)
              + " -n "
              + pick(random, numbers)
              + ":"
              + pick(random, numbers);
      try {
        assertThat(bonnie(options).neededBytes()).as(options).isNotNegative();
        counted++;
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageStartingWith("bonnie++: ");
      }
    }
    assertThat(counted).isGreaterThan(500);
  }

  private static String pick(SplittableRandom random, List<String> numbers) {
    return numbers.get(random.nextInt(numbers.size()));
  }

  @ParameterizedTest
  @CsvSource({
    "-s 512m -n 16, 536870912",
    "-s 512 -n 0, 536870912",
    "-s512M, 536870912",
    "-s 2g:64k -n 0, 2147483648",
    "-s 2g:64k:16k:8 -n 0, 2147483648",
    "-r 256 -n 0, 536870912",
    "-r 10 -n 0, 314572800",
    "-r 900 -n 0, 2147483648",
    "-s 0 -n 2:5000:100:10:1k, 16777216",
    "-s 0 -n 1m, 0",
    "-s 0 -n 2:-1, 0",
    "-bDq -s 1m -f20 -z 7 -c 2 -g root -n 0, 1048576"
  })
  void sizesAreCountedAsBonnieCountsThem(String options, long bytes) {
    assertThat(bonnie(options).neededBytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-d /mnt | bonnie++: -d is not taken: bonnie++ works in the run's own directory; leave it"
            + " out.",
        "-x 3 | bonnie++: -x is not taken: rounds repeat the run; leave it out and set rounds=.",
        "-p 2 | bonnie++: -p is not taken: it waits for other copies of bonnie++, and here runs"
            + " one; leave it out.",
        "-ys | bonnie++: -y is not taken: it waits for other copies of bonnie++, and here runs one;"
            + " leave it out.",
        "-Z file | bonnie++: -Z is not taken: it names a file of this machine; give a seed with"
            + " -z.",
        "-k | bonnie++: -k is no option of bonnie++, whose options are -b, -c, -D, -f, -g, -m, -n,"
            + " -r, -s, -u and -z.",
        "-s | bonnie++: -s needs a value.",
        "-s 512k | bonnie++: -s has \"512k\" where a number, alone or with g, t belongs.",
        "-s 9999999t | bonnie++: -s 9999999t is more than bonnie++ can count.",
        "-s 1g:100 | bonnie++: -s has the chunk 100; it is a power of two from 256 to 1048576"
            + " bytes.",
        "-s 1g:3k | bonnie++: -s has the chunk 3k; it is a power of two from 256 to 1048576 bytes.",
        "-s 1g:4k:0 | bonnie++: -s 1g:4k:0 asks for no seeks; leave the 0 out.",
        "-s 0 -n 0 | bonnie++: -s 0 and -n 0 leave nothing to be done; give one of them a size.",
        "-s -1 | bonnie++: -s -1 is below zero.",
        "-n 4:10:20 | bonnie++: -n 4:10:20 has a largest size below the smallest; it is"
            + " number:max:min.",
        "-c 0 | bonnie++: -c 0 is not between 1 and 200.",
        "-f 20 | bonnie++: \"20\" is no option; -f takes its size without a blank, as in -f20.",
        "/mnt | bonnie++: \"/mnt\" is no option; bonnie++ takes options such as -s 512m -n 16.",
        "-u a:b -g c | bonnie++: the group is given twice, as b and c.",
        "-u a/b | bonnie++: -u names \"a/b\", which can be nobody's name.",
        "-r 1x | bonnie++: -r has \"1x\" where a number alone belongs, as in -r 32."
      })
  void whatCannotBeRunIsRefused(String options, String message) {
    assertThatThrownBy(() -> bonnie(options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void claimsAboutWhatIsNeverMeasuredAreAnswered() {
    Bonnie bonnie = bonnie("-s 64m -r 32 -f -n 0");
    for (String measured :
        List.of("time", "cpu", "seeks iops", "seeks max latency", "rewrite cpu")) {
      assertThat(bonnie.neverMeasures(Metric.parse(measured))).as(measured).isEmpty();
    }
    assertThat(bonnie.neverMeasures(Metric.SPEED)).isEmpty();
    assertThat(bonnie.neverMeasures(Metric.parse("bandwidth")))
        .contains(
            "bandwidth is measured of each test of bonnie++ and not of the whole, of which there are"
                + " time and cpu; name a test, as in block-write bandwidth or seeks iops.");
    assertThat(bonnie.neverMeasures(Metric.parse("seek iops")))
        .hasValueSatisfying(
            problem ->
                assertThat(problem)
                    .startsWith(
                        "seek is neither a word of the language nor a test of bonnie++, whose tests"
                            + " are putc, block-write, rewrite")
                    .contains("did you mean seeks?"));
    assertThat(bonnie.neverMeasures(Metric.parse("putc bandwidth")))
        .contains("putc is left out by -f; change it, or claim another test.");
    assertThat(bonnie.neverMeasures(Metric.parse("ran-create iops")))
        .contains("ran-create is left out by -n 0; change it, or claim another test.");
    assertThat(bonnie("-s 0").neverMeasures(Metric.parse("seeks iops")))
        .contains("seeks is left out by -s 0; change it, or claim another test.");
    assertThat(bonnie.neverMeasures(Metric.parse("seeks p99 latency")))
        .contains(
            "seeks p99 latency is not told by bonnie++, which tells of seeks iops, cpu, max latency;"
                + " claim one of these.");
    assertThat(bonnie.neverMeasures(Metric.parse("block-read read bandwidth"))).isPresent();
  }

  private static Bonnie bonnie(String options) {
    return Bonnie.parse(options, Optional.empty());
  }
}

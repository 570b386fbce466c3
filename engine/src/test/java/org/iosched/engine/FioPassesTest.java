package org.iosched.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.iosched.engine.EngineOptions.IoPath;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often jobs go over what they work on, and what they find in the page cache, as in fio. */
class FioPassesTest {
  private static final int MIB = 1 << 20;
  private static final RunningEngines ENGINES = new RunningEngines();

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void makeFile() throws IOException {
    file = Files.write(directory.resolve("file"), new byte[MIB]);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      // Only what is clean is dropped from the page cache.
      channel.force(true);
    }
  }

  @AfterAll
  static void endEngines() {
    ENGINES.close();
  }

  /** What fio did: I/Os of each job, and the bytes that its processes read from devices. */
  private record FioRun(List<Long> ios, long readBytes) {}

  private FioRun fio(List<String> options, String place) throws Exception {
    StringBuilder text = new StringBuilder();
    for (String job : options) {
      text.append("[j]\nstonewall\nioengine=psync\n").append(place).append('\n');
      text.append(job).append('\n');
    }
    Path jobs = Files.writeString(directory.resolve("jobs.fio"), text);
    Path output = directory.resolve("fio.json");
    // A shell that has waited for fio has fio's counters in its own.
    String line =
        "command -v fio > /dev/null || exit 77; fio --eta=never --output-format=json --output=%s %s > /dev/null"
            + " && grep read_bytes /proc/$$/io";
    Process shell =
        new ProcessBuilder("sh", "-c", line.formatted(output, jobs))
            .directory(directory.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    shell.getOutputStream().close();
    String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    assertThat(shell.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assumeTrue(shell.exitValue() != 77, "there is no fio to compare with");
    assertThat(shell.exitValue()).as("fio's status for %s", options).isZero();
    List<Long> ios = new ArrayList<>();
    for (JsonNode job : new ObjectMapper().readTree(output.toFile()).path("jobs")) {
      ios.add(
          job.path("read").path("total_ios").asLong()
              + job.path("write").path("total_ios").asLong());
    }
    return new FioRun(ios, Long.parseLong(said.strip().replace("read_bytes: ", "")));
  }

  private static long readBytes(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + pid + "/io")).stream()
        .filter(line -> line.startsWith("read_bytes: "))
        .mapToLong(line -> Long.parseLong(line.substring("read_bytes: ".length())))
        .sum();
  }

  /** With {@code invalidate} each pass of a buffered job reads from the device. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "rw=read\nsize=1m\nloops=4",
        "rw=read\nsize=1m\nio_size=4m",
        "rw=randread\nsize=1m\nloops=4",
        "rw=randread\nsize=1m\nio_size=4m",
        "rw=randread\nsize=1m\nio_size=4m\ninvalidate=0",
        "rw=randread\nsize=1m\nio_size=4m\nnorandommap",
        "rw=randread\nsize=1m\nio_size=4m\ndirect=1",
        "rw=randread\nsize=1m\nruntime=500ms\ntime_based\nrate_iops=2048",
        "rw=read\nsize=1m\nruntime=500ms\ntime_based\nrate_iops=2048"
      })
  void asMuchIsReadFromTheDeviceAsByFio(String options) throws Exception {
    assumeTrue(!Files.getFileStore(file).type().equals("tmpfs"), "tmpfs has no device");
    assumeTrue(Files.isReadable(Path.of("/proc/self/io")), "this kernel counts no I/O");
    double fio = fio(List.of(options), "filename=" + file).readBytes();
    for (IoPath path : List.of(IoPath.AUTO, IoPath.THREADS)) {
      EngineProcess engine = ENGINES.on(path);

      long before = readBytes(engine.pid());
      engine.run(JobFile.parse("[j]\n" + options), file);
      long read = readBytes(engine.pid()) - before;

      assertThat((double) read).as("%s", path).isBetween(0.6 * fio - MIB / 2, 1.4 * fio + MIB);
    }
  }

  @Test
  void asManyIosAreDoneAsByFio() throws Exception {
    List<String> jobs =
        List.of(
            "rw=read\nio_size=10k\nsize=1m",
            "rw=randread\nio_size=10k\nsize=100k\nloops=3",
            "rw=read\nio_size=2k\nsize=1m",
            "rw=read\nio_size=5k\nsize=1m",
            "rw=randread\nsize=10k\nloops=3",
            "rw=randread\nsize=10k\nio_size=20k",
            "rw=randread\nsize=16k\nio_size=40k\nnorandommap",
            "rw=randread\nsize=16k\nloops=3\nnorandommap",
            "rw=randwrite\nsize=16k\nio_size=42k",
            "rw=randrw\nsize=10k\nloops=3",
            "rw=write\nsize=16k\nio_size=42k");

    assertSameCounts(jobs, "filename=" + file, file);
  }

  @Test
  void asManyIosAreDoneInSeveralFilesAsByFio() throws Exception {
    List<String> jobs =
        List.of(
            "rw=read\nnrfiles=3\nsize=100k",
            "rw=read\nnrfiles=3\nsize=100k\nloops=2",
            "rw=randread\nnrfiles=3\nsize=100k\nio_size=200k",
            "rw=read\nnrfiles=3\nsize=100k\nio_size=30k",
            "rw=write\nnrfiles=3\nsize=100k\nio_size=200k");
    Path fios = Files.createDirectory(directory.resolve("fio"));
    Path own = Files.createDirectory(directory.resolve("own"));

    assertSameCounts(jobs, "directory=" + fios, own);
  }

  private void assertSameCounts(List<String> jobs, String place, Path target) throws Exception {
    List<Long> ofFio = fio(jobs, place).ios();
    assertThat(ofFio).hasSameSizeAs(jobs);
    for (int i = 0; i < jobs.size(); i++) {
      assertThat(ios(jobs.get(i), target)).as(jobs.get(i)).isEqualTo(ofFio.get(i));
    }
  }

  private static long ios(String options, Path target) throws InterruptedException {
    JobStats stats =
        ENGINES.on(IoPath.THREADS).run(JobFile.parse("[j]\n" + options), target).jobs().get(0);
    return stats.read().ios() + stats.write().ios();
  }
}

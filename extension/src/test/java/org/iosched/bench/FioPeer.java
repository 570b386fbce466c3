package org.iosched.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.iosched.bench.Bench.CannotRun;

/** fio's io_uring, the peer of the embedded engine, with one of its sets of options. */
enum FioPeer {
  /** As fio does it if nothing is said: one I/O is submitted and one taken at a time. */
  DEFAULTS("defaults") {
    @Override
    String options(int depth) {
      return "";
    }
  },

  /** As fio is fast: registered file and buffers, I/Os submitted and taken in batches. */
  BATCHED("batched") {
    @Override
    String options(int depth) {
      return """
      registerfiles=1
      fixedbufs=1
      iodepth_batch_submit=%1$d
      iodepth_batch_complete_min=1
      iodepth_batch_complete_max=%1$d
      """
          .formatted(depth);
    }
  };

  private static final String P50 = "50.000000";
  private static final String P99 = "99.000000";
  private static final double NANOS_PER_SECOND = 1e9;

  private final String words;

  FioPeer(String words) {
    this.words = words;
  }

  /** Returns the options that this set adds. */
  abstract String options(int depth);

  /** Returns the name for a table. */
  String words() {
    return words;
  }

  /** Checks that fio is there and has io_uring. */
  static String version() throws IOException, InterruptedException, CannotRun {
    String version;
    try {
      version = Loop.run(List.of("fio", "--version")).strip();
    } catch (CannotRun e) {
      throw new CannotRun(
          "fio, the peer, is missing; install it (apt-get install fio, or dnf install fio)");
    }
    if (!Loop.run(List.of("fio", "--enghelp")).contains("io_uring")) {
      throw new CannotRun(version + " is built without io_uring; install one with it");
    }
    return version;
  }

  /**
   * Runs a job text.
   *
   * @param jobText one job
   * @param depth its iodepth
   * @param seconds its runtime
   * @param device the block device to run it on
   */
  Figures run(String jobText, int depth, int seconds, String device)
      throws IOException, InterruptedException, CannotRun {
    // Latencies from the submission on, as the embedded engine takes them, and not from its end.
    String text =
        jobText
            + "ioengine=io_uring\nthread\nlat_percentiles=1\nclat_percentiles=0\n"
            + "percentile_list=50:99\nfilename="
            + device
            + "\n"
            + options(depth);
    Path file = Files.createTempFile("engines", ".fio");
    try {
      Files.writeString(file, text);
      Process process =
          new ProcessBuilder("fio", "--output-format=json", file.toString())
              .redirectErrorStream(true)
              .start();
      try (ProcessCpu cpu = new ProcessCpu(process.pid())) {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0 || output.indexOf('{') < 0) {
          throw new CannotRun("fio failed: " + output.strip());
        }
        return figures(
            new ObjectMapper().readTree(output.substring(output.indexOf('{'))),
            cpu.secondsPerSecond(seconds));
      } finally {
        process.destroy();
      }
    } finally {
      Files.delete(file);
    }
  }

  private static Figures figures(JsonNode root, double cpuSecondsPerSecond) {
    JsonNode job = root.at("/jobs/0");
    JsonNode side = job.at("/read/total_ios").asLong() > 0 ? job.at("/read") : job.at("/write");
    JsonNode percentiles = side.at("/lat_ns/percentile");
    return new Figures(
        side.at("/iops").asDouble(),
        side.at("/bw_bytes").asDouble(),
        cpuSecondsPerSecond * NANOS_PER_SECOND / side.at("/iops").asDouble(),
        percentiles.path(P50).asDouble(),
        percentiles.path(P99).asDouble());
  }
}

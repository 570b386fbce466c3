package org.iosched.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.iosched.engine.EngineProcess;
import org.iosched.engine.JobFile;
import org.iosched.engine.JobResult;
import org.iosched.engine.SideStats;

/**
 * The embedded engine against fio's io_uring: 4k random reads, direct, at depths 1, 8 and 32, in
 * interleaved pairs of random order, on a loop device with direct I/O.
 */
final class Engines {
  private static final int PAIRS = 10;
  private static final int SECONDS = 1;
  private static final int[] DEPTHS = {1, 8, 32};
  private static final double TARGET = 1.0;

  /**
   * What one run came to.
   *
   * @param iops I/Os per second
   * @param cpuNanos processor time per I/O
   */
  private record Figures(double iops, double cpuNanos) {}

  /** The medians of one depth. */
  private record Line(int depth, List<Figures> embedded, List<Figures> fio) {

    double ratio() {
      double[] ratios = new double[fio.size()];
      for (int i = 0; i < ratios.length; i++) {
        ratios[i] = embedded.get(i).iops() / fio.get(i).iops();
      }
      return median(ratios);
    }

    String text() {
      return String.format(
          Locale.ROOT,
          "%5d %14.0f %10.0f %7.2f %14.0f %10.0f",
          depth,
          median(embedded.stream().mapToDouble(Figures::iops).toArray()),
          median(fio.stream().mapToDouble(Figures::iops).toArray()),
          ratio(),
          median(embedded.stream().mapToDouble(Figures::cpuNanos).toArray()),
          median(fio.stream().mapToDouble(Figures::cpuNanos).toArray()));
    }
  }

  private Engines() {}

  static Bench.Figure run() throws Exception {
    List<Line> lines = new ArrayList<>();
    try (Loop loop = Loop.make(1024);
        EngineProcess engine = EngineProcess.start()) {
      System.out.printf(
          Locale.ROOT,
          "4k random reads, medians of %d pairs of %d s; ready in %.2f s, %s%n",
          PAIRS,
          SECONDS,
          engine.ready().warmUpSeconds(),
          engine.ready().ioPath());
      System.out.println("depth  embedded iops   fio iops   ratio  embedded ns/io  fio ns/io");
      for (int depth : DEPTHS) {
        Line line = measure(engine, Path.of(loop.node()), depth);
        System.out.println(line.text());
        lines.add(line);
      }
    }
    double worst = lines.stream().mapToDouble(Line::ratio).min().orElse(0);
    return new Bench.Figure(
        String.format(Locale.ROOT, "%.2f times the IOPS of fio at the worst depth", worst),
        String.format(Locale.ROOT, "at least %.2f", TARGET),
        worst >= TARGET);
  }

  private static Line measure(EngineProcess engine, Path target, int depth)
      throws IOException, InterruptedException {
    JobFile jobs =
        JobFile.parse(
            "[reader]\nrw=randread\nbs=4k\ndirect=1\ntime_based\nruntime=%d\niodepth=%d\n"
                .formatted(SECONDS, depth));
    Random order = new Random(depth);
    Line line = new Line(depth, new ArrayList<>(), new ArrayList<>());
    for (int pair = 0; pair < PAIRS; pair++) {
      boolean fioFirst = order.nextBoolean();
      if (fioFirst) {
        line.fio().add(fio(jobs, target));
      }
      line.embedded().add(embedded(engine, jobs, target));
      if (!fioFirst) {
        line.fio().add(fio(jobs, target));
      }
    }
    return line;
  }

  private static Figures embedded(EngineProcess engine, JobFile jobs, Path target)
      throws InterruptedException {
    JobResult result = engine.run(jobs, target);
    SideStats reads = result.jobs().get(0).read();
    return new Figures(
        reads.ios() / reads.seconds(),
        (result.userCpuSeconds() + result.systemCpuSeconds()) * 1e9 / reads.ios());
  }

  private static Figures fio(JobFile jobs, Path target) throws IOException, InterruptedException {
    Path file = Files.createTempFile("engines", ".fio");
    try {
      Files.writeString(file, jobs.text() + "ioengine=io_uring\nthread\nfilename=" + target + "\n");
      Process process =
          new ProcessBuilder("fio", "--output-format=json", file.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      JsonNode job =
          new ObjectMapper().readTree(output.substring(output.indexOf('{'))).at("/jobs/0");
      double cpuShare = (job.at("/usr_cpu").asDouble() + job.at("/sys_cpu").asDouble()) / 100;
      double nanos = cpuShare * job.at("/job_runtime").asDouble() * 1e6;
      return new Figures(
          job.at("/read/iops").asDouble(), nanos / job.at("/read/total_ios").asDouble());
    } finally {
      Files.delete(file);
    }
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}

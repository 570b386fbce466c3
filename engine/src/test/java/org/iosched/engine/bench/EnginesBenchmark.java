package org.iosched.engine.bench;

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
 * interleaved pairs of random order. It only reads. Arguments: a device or a file, the number of
 * pairs (10), seconds of each run (1).
 */
public final class EnginesBenchmark {
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

  private EnginesBenchmark() {}

  /** Prints the table and the verdict; the exit status is 1 where the target is missed. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length == 0) {
      System.err.println("name a block device or a file, e.g. a loop device; it is only read");
      System.exit(2);
    }
    Path target = Path.of(arguments[0]);
    int pairs = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10;
    int seconds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1;
    List<Line> lines = new ArrayList<>();
    try (EngineProcess engine = EngineProcess.start()) {
      System.out.printf(
          Locale.ROOT,
          "4k random reads of %s, medians of %d pairs of %d s; ready in %.2f s, %s%n",
          target,
          pairs,
          seconds,
          engine.ready().warmUpSeconds(),
          engine.ready().ioPath());
      System.out.println("depth  embedded iops   fio iops   ratio  embedded ns/io  fio ns/io");
      for (int depth : DEPTHS) {
        Line line = measure(engine, target, depth, pairs, seconds);
        System.out.println(line.text());
        lines.add(line);
      }
    }
    double worst = lines.stream().mapToDouble(Line::ratio).min().orElse(0);
    boolean met = worst >= TARGET;
    System.out.printf(
        Locale.ROOT,
        "engines: %.2f times the IOPS of fio at the worst depth (target %.2f): %s%n",
        worst,
        TARGET,
        met ? "met" : "missed");
    System.exit(met ? 0 : 1);
  }

  private static Line measure(EngineProcess engine, Path target, int depth, int pairs, int seconds)
      throws IOException, InterruptedException {
    JobFile jobs =
        JobFile.parse(
            "[reader]\nrw=randread\nbs=4k\ndirect=1\ntime_based\nruntime=%d\niodepth=%d\n"
                .formatted(seconds, depth));
    Random order = new Random(depth);
    Line line = new Line(depth, new ArrayList<>(), new ArrayList<>());
    for (int pair = 0; pair < pairs; pair++) {
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

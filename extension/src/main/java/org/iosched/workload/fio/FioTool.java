package org.iosched.workload.fio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.iosched.dsl.LatencyWindows;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Nearest;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Series;
import org.iosched.dsl.Side;
import org.iosched.engine.Forbidden;
import org.iosched.engine.JobException;
import org.iosched.engine.JobSummary;
import org.iosched.engine.JobText;
import org.iosched.workload.ExecException;
import org.iosched.workload.ProgramOutput;
import org.iosched.workload.RecordException;
import org.iosched.workload.Tool;
import org.iosched.workload.WorkloadResult;
import org.iosched.workload.Workspace;

/**
 * Jobs in fio's language, run by the fio of this machine: all of its options but those that reach
 * beyond the target.
 */
public final class FioTool implements Tool {

  /** For laying out files and for final syncs. */
  private static final Duration MARGIN = Duration.ofMinutes(10);

  private static final Set<String> WITHOUT_LATENCY = Set.of("gtod_reduce", "disable_lat");
  private static final int PROBED_BYTES = 4096;
  private static final int MESSAGES = 3;

  private final String written;
  private final JobText text;
  private final FioJobFile jobFile;
  private final List<JobSummary> jobs;
  private final FioBinary.Search search;
  private final Optional<String> engine;

  private FioTool(String written, JobText text, FioBinary.Search search) {
    this.written = written;
    this.text = text;
    this.search = search;
    this.jobFile = new FioJobFile(text);
    this.jobs = text.summaries();
    this.engine = search.binary().flatMap(this::check);
  }

  /**
   * Reads a job text, and has the fio of this machine read it as well, if there is one.
   *
   * @param written the jobs, as in a fio job file
   * @throws JobException if a job reaches beyond its target, or fio refuses the text; the message
   *     has the line
   */
  public static FioTool of(String written) {
    return of(written, FioBinary.find());
  }

  /**
   * Reads a job text for the fio that a search found.
   *
   * @param written the jobs, as in a fio job file
   * @param search what is known of fio on this machine
   * @throws JobException if a job reaches beyond its target, or fio refuses the text; the message
   *     has the line
   */
  public static FioTool of(String written, FioBinary.Search search) {
    JobText text = JobText.read(written);
    Optional<Forbidden> forbidden = text.firstForbidden();
    if (forbidden.isPresent()) {
      throw new JobException(forbidden.get().message());
    }
    return new FioTool(written, text, search);
  }

  /** Lets fio read the jobs, and returns the engine for those that name none. */
  private Optional<String> check(FioBinary fio) {
    try {
      Path folder = Files.createTempDirectory("iosched-fio");
      try {
        Path data = Files.write(folder.resolve("data"), new byte[PROBED_BYTES]);
        Optional<String> found =
            jobFile.leavesEngine() ? fio.asynchronousEngine(data) : Optional.empty();
        Path target = data;
        if (jobFile.worksInDirectory()) {
          target = folder;
          make(jobFile.folders(folder));
        }
        Path file = folder.resolve("jobs.fio");
        Files.writeString(file, jobFile.text(target, folder, found));
        Optional<String> complaint = fio.complaint(file);
        if (complaint.isPresent()) {
          throw new JobException(refusal(fio, complaint.get()));
        }
        return found;
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("fio could not be asked about the jobs: " + e.getMessage(), e);
    }
  }

  private String refusal(FioBinary fio, String complaint) {
    List<String> said =
        complaint
            .lines()
            .map(String::strip)
            // What is valid stands in a table behind the sentence.
            .filter(
                line ->
                    !line.isEmpty() && !line.startsWith("valid values") && !line.startsWith(":"))
            .filter(line -> !line.matches("fio: job .* dropped"))
            .limit(MESSAGES)
            .toList();
    return text.jobs().stream()
            .flatMap(job -> job.options().stream())
            .filter(option -> said.stream().anyMatch(line -> names(line, option)))
            .findFirst()
            .map(option -> "line " + option.line() + ": " + option.text() + " is refused by ")
            .orElse("The jobs are refused by ")
        + fio.version()
        + ": "
        + String.join("; ", said);
  }

  private static boolean names(String line, JobText.Option option) {
    return line.contains("<" + option.text() + ">")
        || line.contains("<" + option.key() + ">")
        || line.endsWith("failed parsing " + option.text());
  }

  @Override
  public String text() {
    return written;
  }

  @Override
  public boolean worksInDirectory() {
    return jobFile.worksInDirectory();
  }

  @Override
  public boolean continuous() {
    return jobs.stream().anyMatch(job -> job.timeBased() || job.boundedByTime());
  }

  @Override
  public Optional<String> onlyJob() {
    Set<String> names = names();
    return names.size() == 1 ? names.stream().findFirst() : Optional.empty();
  }

  private Set<String> names() {
    return jobs.stream().map(JobSummary::name).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  @Override
  public Optional<String> neverMeasures(Metric metric) {
    Set<String> names = names();
    Optional<String> name = metric.job();
    if (name.isPresent() && !names.contains(name.get())) {
      return Optional.of(
          name.get()
              + " is neither a word of the language nor a job of the workload, whose jobs are "
              + String.join(", ", names)
              + Nearest.hint(name.get(), List.copyOf(names))
              + "; latencies are mean, p50, p90, p95, p99, p99.9 and max.");
    }
    List<Integer> meant = new ArrayList<>();
    for (int i = 0; i < jobs.size(); i++) {
      if (name.isEmpty() || name.get().equals(jobs.get(i).name())) {
        meant.add(i);
      }
    }
    if ((metric.side() == Side.READ && meant.stream().noneMatch(i -> jobs.get(i).reads()))
        || (metric.side() == Side.WRITE && meant.stream().noneMatch(i -> jobs.get(i).writes()))) {
      return Optional.of(
          "no job that it is about does "
              + (metric.side() == Side.READ ? "reads" : "writes")
              + "; change the jobs' rw or the metric.");
    }
    if (metric.quantity() == Quantity.TIME && continuous()) {
      return Optional.of(
          "the jobs end by the clock, so that their time says nothing; claim a rate, or give them"
              + " a size instead of a runtime.");
    }
    if (metric.quantity().isLatency()) {
      for (String option : WITHOUT_LATENCY) {
        if (meant.stream().anyMatch(i -> jobFile.last(i, option).filter("1"::equals).isPresent())) {
          return Optional.of("with " + option + " fio measures no latency; leave it out.");
        }
      }
    }
    return Optional.empty();
  }

  @Override
  public Optional<String> missing() {
    return search.problem();
  }

  @Override
  public boolean writes() {
    return jobs.stream().anyMatch(JobSummary::writes);
  }

  @Override
  public long neededBytes() {
    return worksInDirectory()
        ? 0
        : jobs.stream().mapToLong(JobSummary::extentBytes).max().orElse(0);
  }

  @Override
  public WorkloadResult run(Workspace workspace, Path target) throws InterruptedException {
    FioBinary fio =
        search.binary().orElseThrow(() -> new ExecException(search.problem().orElse("no fio")));
    try {
      // Logs must not lie on the device under test.
      Path folder =
          Files.createTempDirectory(
              Optional.ofNullable(workspace.log().getParent()).orElse(Path.of(".")), "fio-");
      try {
        return run(workspace, target, fio, folder);
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("fio's files cannot be kept: " + e.getMessage(), e);
    }
  }

  private WorkloadResult run(Workspace workspace, Path target, FioBinary fio, Path folder)
      throws IOException, InterruptedException {
    if (worksInDirectory()) {
      make(jobFile.folders(target));
    }
    Path file = folder.resolve("jobs.fio");
    Files.writeString(file, jobFile.text(target, folder, engine));
    Path output = folder.resolve("fio.json");
    ProgramOutput said =
        workspace.run(
            timeout(),
            Map.of("LC_ALL", "C"),
            List.of(
                fio.file().toString(),
                "--output-format=json+",
                "--eta=never",
                "--output=" + output,
                file.toString()));
    String document = Files.exists(output) ? text(output) : "";
    FioFigures figures = new FioFigures(read(said, document));
    FioSeries series = new FioSeries(figures, folder);
    List<Series> rates = jobFile.logsItself() ? List.of() : series.series();
    List<LatencyWindows> latencies = jobFile.logsItself() ? List.of() : series.latencyWindows();
    return new WorkloadResult(
        figures.elapsedSeconds(),
        figures.metrics(),
        figures.latencies(),
        rates,
        latencies,
        List.of(new WorkloadResult.Document("fio.json", "application/json", document)));
  }

  private static FioRun read(ProgramOutput said, String document) {
    String message =
        Stream.of(said.err(), said.out(), document)
            .flatMap(String::lines)
            .map(String::strip)
            .filter(line -> line.startsWith("fio: "))
            .distinct()
            .limit(MESSAGES)
            .collect(Collectors.joining("; "));
    String own = message.isEmpty() ? "" : " It said: " + message;
    List<FioRun> runs;
    try {
      runs = FioDocuments.runs(document);
    } catch (RecordException e) {
      throw new ExecException(
          said.status() == 0
              ? "fio failed: " + e.getMessage() + own
              : "fio ended with " + status(said.status()) + ": " + e.getMessage() + own);
    }
    if (said.status() != 0) {
      throw new ExecException("fio ended with " + status(said.status()) + "." + own);
    }
    return runs.get(runs.size() - 1);
  }

  private static String status(int status) {
    final int signals = 128;
    return status > signals
        ? "signal " + (status - signals)
        : status == signals ? "status 128, which it gives when interrupted" : "status " + status;
  }

  private Duration timeout() {
    Duration before = Duration.ZERO;
    Duration group = Duration.ZERO;
    boolean timed = true;
    for (JobSummary job : jobs) {
      if (job.stonewall()) {
        before = before.plus(group);
        group = Duration.ZERO;
      }
      timed &= job.boundedByTime();
      group = job.clockTime().compareTo(group) > 0 ? job.clockTime() : group;
    }
    return before.plus(group).plus(timed ? MARGIN : Workspace.DEFAULT_TIMEOUT);
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  private static void make(List<Path> folders) throws IOException {
    for (Path folder : folders) {
      Files.createDirectories(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}

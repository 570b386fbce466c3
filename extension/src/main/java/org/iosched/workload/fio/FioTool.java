package org.iosched.workload.fio;

import java.io.IOException;
import java.io.InputStream;
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
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.iosched.dsl.LatencyWindows;
import org.iosched.dsl.Metric;
import org.iosched.dsl.Quantity;
import org.iosched.dsl.Series;
import org.iosched.engine.Forbidden;
import org.iosched.engine.JobException;
import org.iosched.engine.JobSummary;
import org.iosched.engine.JobText;
import org.iosched.workload.ExecException;
import org.iosched.workload.Links;
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

  /** Logs of single I/Os grow without limit, and all that is kept is kept in memory. */
  private static final int LONGEST_LOG = 8 << 20;

  private final String written;
  private final JobText text;
  private final FioJobFile jobFile;
  private final List<JobSummary> jobs;
  private final FioBinary.Search search;

  private FioTool(String written, JobText text, FioBinary.Search search) {
    this.written = written;
    this.text = text;
    this.search = search;
    this.jobFile = new FioJobFile(text);
    this.jobs = text.summaries();
    search.binary().ifPresent(this::check);
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

  /** Lets fio read the jobs. */
  private void check(FioBinary fio) {
    Path folder;
    try {
      folder = Files.createTempDirectory("iosched-fio");
    } catch (IOException e) {
      throw new JobException(
          "fio cannot be asked about the jobs, since no folder can be made in "
              + System.getProperty("java.io.tmpdir")
              + " ("
              + e.getMessage()
              + "); make room there, or name another by -Djava.io.tmpdir.");
    }
    try {
      Optional<String> complaint = complaint(fio, folder);
      if (complaint.isPresent()) {
        throw new JobException(refusal(fio, complaint.get()));
      }
    } finally {
      deleteIfPossible(folder);
    }
  }

  private Optional<String> complaint(FioBinary fio, Path folder) {
    Path file = folder.resolve("jobs.fio");
    try {
      // Apart from our own files, whose names the jobs may use.
      Path work = Files.createDirectory(folder.resolve("target"));
      Path target = work;
      if (jobFile.worksInDirectory()) {
        make(jobFile.folders(work));
      } else {
        target = Files.write(work.resolve("data"), new byte[PROBED_BYTES]);
      }
      Files.writeString(file, jobFile.text(target, folder, search.engine()));
    } catch (IOException e) {
      throw new JobException(
          "What the jobs name cannot be made in "
              + folder
              + " to ask fio about them: "
              + e.getMessage()
              + "; shorten the names of their files and directories, or make room there.");
    }
    try {
      return fio.complaint(file);
    } catch (IOException e) {
      throw new JobException(
          fio.file()
              + " cannot be asked about the jobs: "
              + e.getMessage()
              + "; run "
              + fio.file()
              + " --version to see whether it works, and install it anew if not.");
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
    Optional<String> never =
        JobSides.neverMeasures(
            metric,
            jobs.stream().map(job -> new JobSides(job.name(), job.reads(), job.writes())).toList());
    if (never.isPresent()) {
      return never;
    }
    if (metric.quantity() == Quantity.TIME && continuous()) {
      return Optional.of(
          "the jobs end by the clock, so that their time says nothing; claim a rate, or give them"
              + " a size instead of a runtime.");
    }
    if (metric.quantity().isLatency()) {
      List<Integer> meant =
          IntStream.range(0, jobs.size())
              .filter(i -> metric.job().map(jobs.get(i).name()::equals).orElse(true))
              .boxed()
              .toList();
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
  public boolean verifies() {
    return IntStream.range(0, jobs.size())
        .anyMatch(job -> jobFile.last(job, "verify").filter(v -> !v.equals("0")).isPresent());
  }

  @Override
  public long neededBytes() {
    return worksInDirectory()
        ? jobFile.bytesOfFiles()
        : jobs.stream().mapToLong(JobSummary::extentBytes).max().orElse(0);
  }

  @Override
  public WorkloadResult run(Workspace workspace, Path target) throws InterruptedException {
    FioBinary fio =
        search.binary().orElseThrow(() -> new ExecException(search.problem().orElse("no fio")));
    Path folder = null;
    try {
      // Logs must not lie on the device under test.
      Path beside =
          Optional.ofNullable(workspace.log().toAbsolutePath().getParent()).orElse(Path.of("/"));
      folder = Files.createTempDirectory(beside, "fio-");
      return run(workspace, target, fio, folder);
    } catch (IOException e) {
      throw new ExecException(
          "What fio needs beside the target cannot be kept: "
              + e.getMessage()
              + "; make room beside the run's log "
              + workspace.log()
              + " and on the target.");
    } finally {
      if (folder != null) {
        deleteIfPossible(folder);
      }
    }
  }

  private WorkloadResult run(Workspace workspace, Path target, FioBinary fio, Path folder)
      throws IOException, InterruptedException {
    if (worksInDirectory()) {
      for (Path place : jobFile.places(target)) {
        Links.refuseLeadingOut(target, place);
      }
      make(jobFile.folders(target));
    }
    Path file = folder.resolve("jobs.fio");
    Files.writeString(file, jobFile.text(target, folder, search.engine()));
    Path output = folder.resolve("fio.json");
    Path own = Files.createDirectory(folder.resolve("own"));
    ProgramOutput said =
        workspace.run(
            own,
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
    List<WorkloadResult.Document> documents = new ArrayList<>();
    documents.add(new WorkloadResult.Document("fio.json", "application/json", document));
    documents.addAll(logs(own));
    return new WorkloadResult(
        figures.elapsedSeconds(),
        figures.metrics(),
        figures.latencies(),
        rates,
        latencies,
        documents,
        figures.latencyClock(),
        onlyJob());
  }

  /** Returns the logs that the jobs asked for themselves, of large ones the beginning. */
  private static List<WorkloadResult.Document> logs(Path folder) throws IOException {
    List<WorkloadResult.Document> logs = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".log")).sorted().toList()) {
        boolean whole = Files.size(file) <= LONGEST_LOG;
        try (InputStream in = Files.newInputStream(file)) {
          String text = new String(in.readNBytes(LONGEST_LOG), StandardCharsets.UTF_8);
          logs.add(
              new WorkloadResult.Document(
                  whole ? name(file) : "beginning-of-" + name(file),
                  "text/csv",
                  whole ? text : text.substring(0, text.lastIndexOf('\n') + 1)));
        }
      }
    }
    return logs;
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
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
    boolean timed = jobs.stream().allMatch(JobSummary::boundedByTime);
    return text.longestRuntime().plus(timed ? MARGIN : Workspace.DEFAULT_TIMEOUT);
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  private static void make(List<Path> folders) throws IOException {
    for (Path folder : folders) {
      Files.createDirectories(folder);
    }
  }

  /** A folder that stays is no reason to lose a measurement or its message. */
  private static void deleteIfPossible(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      // It lies among temporary files or beside the log, where it does no harm.
    }
  }
}

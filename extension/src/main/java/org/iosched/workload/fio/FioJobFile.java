package org.iosched.workload.fio;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.iosched.engine.JobException;
import org.iosched.engine.JobSummary;
import org.iosched.engine.JobText;

/**
 * Makes a job file for fio of what a user wrote: on the run's target instead of the files that it
 * names, each job reported for itself, with logs of rates and latencies over time.
 */
final class FioJobFile {

  /** What log files begin with. */
  static final String LOG_NAME = "log";

  static final int RATE_WINDOW_MILLIS = 100;
  static final int LATENCY_WINDOW_MILLIS = 500;

  /** What says where jobs work, and is replaced by the target. */
  private static final Set<String> PLACES = Set.of("filename", "directory");

  /** What says how results are joined; the jobs of a result must be told apart, and its sides. */
  private static final Set<String> REPORTING = Set.of("group_reporting", "unified_rw_reporting");

  /** What would make logs other than they are read here. */
  private static final Set<String> LOGGING =
      Set.of(
          "write_bw_log",
          "write_iops_log",
          "write_hist_log",
          "write_lat_log",
          "log_entries",
          "log_avg_msec",
          "log_hist_msec",
          "log_hist_coarseness",
          "log_window_value",
          "log_offset",
          "log_prio",
          "log_compression",
          "log_store_compressed",
          "log_alternate_epoch",
          "per_job_logs",
          "bwavgtime",
          "iopsavgtime");

  private static final Set<String> FILE_ENGINES =
      Set.of(
          "filecreate",
          "filedelete",
          "filestat",
          "dircreate",
          "dirdelete",
          "dirstat",
          "falloc",
          "ftruncate");

  /** What is named after the job where no name is given. */
  private static final Set<String> LOGS =
      Set.of("write_bw_log", "write_iops_log", "write_hist_log", "write_lat_log", "write_iolog");

  private final JobText text;
  private final List<JobSummary> summaries;

  /**
   * Takes the jobs of a text.
   *
   * @throws JobException if fio would work on a file that is not below the target
   */
  FioJobFile(JobText text) {
    this.text = text;
    this.summaries = text.summaries();
    if (worksInDirectory()) {
      List<Path> unused = folders(Path.of("/target"));
      for (int i = 0; i < summaries.size(); i++) {
        if (summaries.get(i).files().isEmpty()) {
          refuseFilesOfTheName(i);
        }
      }
    }
    text.jobs().forEach(FioJobFile::refuseLogsOfTheName);
  }

  /** Without {@code filename} fio makes the names of files of the job's name. */
  private void refuseFilesOfTheName(int job) {
    String name = summaries.get(job).name();
    String format = last(job, "filename_format").orElse("$jobname.$jobnum.$filenum");
    String made =
        format
            .replace("$jobname", name)
            .replace("$jobnum", "0")
            .replace("$filenum", "0")
            // It is empty but for jobs that a server runs.
            .replace("$clientuid", "");
    if (name.contains("/") || name.contains("..") || made.contains("..") || made.contains("${")) {
      throw new JobException(
          "line "
              + summaries.get(job).line()
              + ": job "
              + name
              + " names no file, so that fio would make one of its name, which may lead out of the"
              + " target; leave / and .. out of the job's name, or give it a filename.");
    }
  }

  private static void refuseLogsOfTheName(JobText.Section job) {
    if (!job.name().contains("/")) {
      return;
    }
    job.options().stream()
        .filter(option -> LOGS.contains(option.canonicalKey()))
        .filter(option -> option.value().orElse("").isEmpty())
        .findFirst()
        .ifPresent(
            option -> {
              throw new JobException(
                  "line "
                      + option.line()
                      + ": "
                      + option.text()
                      + " names no log, so that fio would name it after job "
                      + job.name()
                      + ", outside of its folder; give it a name, as in "
                      + option.key()
                      + "=mine.");
            });
  }

  /** Tells whether a job needs a directory: it names files or directories, or wants several. */
  boolean worksInDirectory() {
    for (int i = 0; i < summaries.size(); i++) {
      JobSummary job = summaries.get(i);
      boolean named =
          job.files().size() > 1 || job.files().stream().anyMatch(file -> !file.startsWith("/"));
      if (named
          || !job.directories().isEmpty()
          || last(i, "nrfiles").filter(files -> !files.equals("1")).isPresent()
          || last(i, "ioengine").filter(FILE_ENGINES::contains).isPresent()) {
        return true;
      }
    }
    return false;
  }

  /** Tells whether a job logs in a way of its own. */
  boolean logsItself() {
    return text.jobs().stream()
        .flatMap(job -> job.options().stream())
        .anyMatch(option -> LOGGING.contains(option.canonicalKey()));
  }

  /** Returns the value that a job has of an option, also by an alias of it, if it has it. */
  Optional<String> last(int job, String key) {
    return text.jobs().get(job).options().stream()
        .filter(option -> option.canonicalKey().equals(key))
        .reduce((before, after) -> after)
        .map(option -> option.value().orElse("1"));
  }

  /**
   * Returns the folders below a directory that the jobs work in.
   *
   * @throws JobException if one leads out of it
   */
  List<Path> folders(Path directory) {
    List<Path> folders = new ArrayList<>();
    for (JobSummary job : summaries) {
      List<Path> bases =
          job.directories().isEmpty()
              ? List.of(directory)
              : job.directories().stream().map(name -> below(directory, name, job)).toList();
      folders.addAll(bases);
      for (String name : job.files()) {
        Path file = below(directory, fileName(name), job);
        if (file.equals(directory)) {
          throw refusal(job, name, "names no file; name one below its directory.");
        }
        Path within = directory.relativize(file);
        Path above = within.getParent();
        if (above != null) {
          bases.forEach(base -> folders.add(base.resolve(above)));
        }
      }
    }
    return folders;
  }

  /** Returns the folders, and the files that the jobs name, below a directory. */
  List<Path> places(Path directory) {
    List<Path> places = new ArrayList<>(folders(directory));
    for (JobSummary job : summaries) {
      for (String name : job.files()) {
        Path within = directory.relativize(below(directory, fileName(name), job));
        places.add(directory.resolve(within));
        job.directories().forEach(base -> places.add(below(directory, base, job).resolve(within)));
      }
    }
    return places;
  }

  /**
   * Returns how much room the files of all jobs take at the most, as far as sizes are given in
   * bytes: each clone has its own files unless they are named.
   */
  long bytesOfFiles() {
    long sum = 0;
    for (int i = 0; i < summaries.size(); i++) {
      JobSummary job = summaries.get(i);
      long clones = job.files().isEmpty() ? job.clones() : job.files().size();
      long files = last(i, "filesize").isPresent() ? files(i) : 1;
      long factor = clones * Math.max(1, files);
      long bytes =
          job.extentBytes() > Long.MAX_VALUE / factor ? Long.MAX_VALUE : job.extentBytes() * factor;
      sum = sum > Long.MAX_VALUE - bytes ? Long.MAX_VALUE : sum + bytes;
    }
    return sum;
  }

  private long files(int job) {
    String number = last(job, "nrfiles").orElse("1");
    return number.matches("\\d{1,9}") ? Long.parseLong(number) : 1;
  }

  /** An absolute name is that of some other machine's mount, or of the device the user has. */
  private static String fileName(String name) {
    return name.startsWith("/") ? name.substring(name.lastIndexOf('/') + 1) : name;
  }

  private static JobException refusal(JobSummary job, String place, String why) {
    return new JobException(
        "line " + job.line() + ": job " + job.name() + " works on " + place + ", which " + why);
  }

  private static Path below(Path directory, String name, JobSummary job) {
    Path path;
    try {
      path = name.startsWith("/") ? directory : directory.resolve(name).normalize();
    } catch (InvalidPathException e) {
      throw refusal(
          job,
          name,
          "this machine takes for no file name ("
              + e.getReason()
              + "); name another, or set a locale with UTF-8.");
    }
    if (!path.startsWith(directory) || fioReadsOtherwise(directory.relativize(path))) {
      throw refusal(job, name, "leads out of its directory; name a file below it.");
    }
    return path;
  }

  /** fio strips blanks in front, behind which a step upwards may hide, and replaces variables. */
  private static boolean fioReadsOtherwise(Path path) {
    if (path.toString().contains("${")) {
      return true;
    }
    for (Path part : path) {
      if (part.toString().strip().equals("..")) {
        return true;
      }
    }
    return false;
  }

  /**
   * Tells whether total latencies are to be recorded, which they are unless a job chooses a clock
   * itself: all jobs must have one clock, or their latencies would not add up.
   */
  private boolean setsTheClock() {
    for (int i = 0; i < summaries.size(); i++) {
      if (last(i, "clat_percentiles").isPresent()
          || last(i, "lat_percentiles").filter("0"::equals).isPresent()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the job file.
   *
   * @param target the directory where {@link #worksInDirectory()}, else the device or file
   * @param logs where logs go
   * @param engine the I/O engine of jobs that name none
   * @throws JobException if a job names a file or directory that leads out of the target
   */
  String text(Path target, Path logs, Optional<String> engine) {
    boolean inDirectory = worksInDirectory();
    List<JobText.Section> jobs = new ArrayList<>();
    for (int i = 0; i < summaries.size(); i++) {
      JobText.Section job = text.jobs().get(i);
      List<JobText.Option> options =
          new ArrayList<>(
              job.options().stream()
                  .filter(option -> !PLACES.contains(option.canonicalKey()))
                  .filter(option -> !REPORTING.contains(option.canonicalKey()))
                  .toList());
      Adder adder = new Adder(job.line(), options);
      if (inDirectory) {
        place(adder, summaries.get(i), target);
      } else {
        adder.add("filename", FioBinary.escaped(target));
      }
      if (last(i, "ioengine").isEmpty()) {
        engine.ifPresent(name -> adder.add("ioengine", name));
      }
      if (!logsItself()) {
        String prefix = logs.resolve(LOG_NAME).toString();
        adder.add("write_iops_log", prefix);
        adder.add("write_bw_log", prefix);
        adder.add("write_hist_log", prefix);
        adder.add("log_avg_msec", Integer.toString(RATE_WINDOW_MILLIS));
        adder.add("log_hist_msec", Integer.toString(LATENCY_WINDOW_MILLIS));
      }
      if (setsTheClock() && last(i, "lat_percentiles").isEmpty()) {
        // From the preparation of an I/O on, as the embedded engine counts it: where the queue is
        // full, submission itself waits, and fio's completion latency begins behind it.
        adder.add("lat_percentiles", "1");
      }
      jobs.add(new JobText.Section(job.line(), job.name(), options));
    }
    return new JobText(jobs).text();
  }

  private static void place(Adder adder, JobSummary job, Path target) {
    List<String> directories =
        job.directories().isEmpty()
            ? List.of(FioBinary.escaped(target))
            : job.directories().stream()
                .map(name -> FioBinary.escaped(below(target, name, job)))
                .distinct()
                .toList();
    adder.add("directory", String.join(":", directories));
    if (!job.files().isEmpty()) {
      List<String> files =
          job.files().stream()
              .map(
                  name -> {
                    Path path = below(target, fileName(name), job);
                    return FioBinary.escaped(target.relativize(path));
                  })
              .toList();
      adder.add("filename", String.join(":", files));
    }
  }

  private record Adder(int line, List<JobText.Option> options) {
    void add(String key, String value) {
      options.add(new JobText.Option(line, key, Optional.of(value)));
    }
  }
}

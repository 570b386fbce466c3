package org.iosched.engine;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An option of a job text that no engine may run, because it reaches beyond the target of the job:
 * it switches what the extension switches, runs commands, works on other files, devices or hosts,
 * or leaves something behind on the machine.
 *
 * @param line the line of the option, counted from 1
 * @param option the option as written, e.g. {@code ioscheduler=bfq}
 * @param reason why, and what to do instead
 */
public record Forbidden(int line, String option, String reason) {

  private static final Map<String, String> ALWAYS =
      Map.ofEntries(
          Map.entry("ioscheduler", "the scheduler is switched by the extension; leave it out"),
          Map.entry("exec_prerun", "jobs run no commands; do that in the test"),
          Map.entry("exec_postrun", "jobs run no commands; do that in the test"),
          Map.entry("opendir", "it takes every file below a directory; name them by filename"),
          Map.entry("read_iolog", "a log names files and devices other than the target"),
          Map.entry("merge_blktrace_file", "it writes a file that is not the target"),
          Map.entry("replay_redirect", "it names a device other than the target"),
          Map.entry("cgroup", "it leaves control groups behind on the machine"),
          Map.entry("profile", "a profile of fio replaces the jobs; write the jobs themselves"));

  private static final Set<String> LOGS =
      Set.of("write_iolog", "write_bw_log", "write_lat_log", "write_hist_log", "write_iops_log");

  /** Returns one sentence, ready to be shown, that begins with the line. */
  public String message() {
    return JobTextReader.place(line) + option + " is not run by any engine: " + reason;
  }

  static Optional<Forbidden> in(JobText.Option option) {
    return reason(FioNames.canonical(option.key()), option.value().orElse("1"))
        .map(reason -> new Forbidden(option.line(), option.text(), reason));
  }

  private static Optional<String> reason(String key, String value) {
    String always = ALWAYS.get(key);
    if (always != null) {
      return Optional.of(always);
    }
    if (key.equals("allow_mounted_write") && !value.equals("0")) {
      return Optional.of("a device that is mounted is not written to; leave it out");
    }
    if (LOGS.contains(key) && value.contains("/")) {
      return Optional.of("logs are kept with fio's document; give a name without a directory");
    }
    if (key.equals("filename_format") && (value.startsWith("/") || value.contains(".."))) {
      return Optional.of("files lie below the target; give a format that stays there");
    }
    if (key.equals("mem") && value.contains(":")) {
      return Optional.of("buffers lie in memory, not in a file that is not the target");
    }
    if (key.equals("ioengine")) {
      return engine(value);
    }
    return Optional.empty();
  }

  private static Optional<String> engine(String value) {
    if (FioNames.LOCAL_ENGINES.contains(value)) {
      return Optional.empty();
    }
    if (FioNames.FAR_ENGINES.contains(value)) {
      return Optional.of("it works on something other than the device under test");
    }
    // fio loads a file of that name as a library.
    return Optional.of("fio has no such I/O engine, and libraries are not loaded");
  }
}

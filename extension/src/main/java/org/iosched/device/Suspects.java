package org.iosched.device;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Looks for who may have changed a queue under a run: rules of udev, the active profile of tuned,
 * and tmpfiles. What it names is likely, not proven.
 */
final class Suspects {

  /** In the order in which a file of the same name hides another. */
  private static final List<String> FOLDERS =
      List.of("etc", "run", "usr/local/lib", "usr/lib", "lib");

  private static final Pattern KERNEL = Pattern.compile("KERNEL==\"([^\"]*)\"");

  /** The words of tuned's disk plug-in, by the names of the kernel. */
  private static final Map<String, String> TUNED =
      Map.of(QueueChange.SCHEDULER, "elevator", "read_ahead_kb", "readahead");

  /**
   * What rules and profiles write for a scheduler, if it is a plain name. The kernel takes others
   * too, as {@code deadline} for mq-deadline: they stay suspects.
   */
  private static final Pattern PLAIN =
      Pattern.compile("(?:scheduler}\\s*=\\s*\"|elevator\\s*=\\s*)(none|mq-deadline|kyber|bfq)\\b");

  private static final int MOST_TOLD = 3;

  private final Path root;

  private Suspects(Path root) {
    this.root = root;
  }

  /** A line that sets what was changed. */
  private record Suspect(Path file, int line, String text) {
    String place() {
      return file + " line " + line;
    }
  }

  /** Looks on a machine, whose files lie beside its sysfs. */
  static Suspects on(Host host) {
    return new Suspects(host.sys().resolve("..").normalize());
  }

  /** Returns who is likely to have made the changes, and what to do about it. */
  String sentence(List<QueueChange> changes) {
    Set<String> rules = new LinkedHashSet<>();
    Set<String> profiles = new LinkedHashSet<>();
    for (QueueChange change : changes) {
      rules.addAll(told(inFolders("udev/rules.d", ".rules", change), change));
      rules.addAll(told(inFolders("tmpfiles.d", ".conf", change), change));
      profiles.addAll(told(inTuned(change), change));
    }
    if (rules.isEmpty() && profiles.isEmpty()) {
      return "no udev rule and no tuned profile that sets it was found, so look for a program that"
          + " does, end it, then run again";
    }
    List<String> advice = new ArrayList<>();
    if (!rules.isEmpty()) {
      advice.add(
          String.join(" and ", rules)
              + (rules.size() == 1
                  ? " sets it: change or mask that rule"
                  : " set it: change or mask them"));
    }
    if (!profiles.isEmpty()) {
      advice.add(
          String.join(" and ", profiles) + " sets it: stop tuned for the run (tuned-adm off)");
    }
    return String.join("; ", advice) + ", then run again";
  }

  /** Prefers the lines that name the value that was found, and tells the first few. */
  private static List<String> told(List<Suspect> found, QueueChange change) {
    List<Suspect> sure =
        found.stream().filter(suspect -> suspect.text().contains(change.is())).toList();
    return (sure.isEmpty() ? found : sure)
        .stream()
            .filter(suspect -> !setsAnother(suspect, change))
            .map(Suspect::place)
            .distinct()
            .limit(MOST_TOLD)
            .toList();
  }

  /** Who sets mq-deadline has not set kyber; but who switched away and back, may have. */
  private static boolean setsAnother(Suspect suspect, QueueChange change) {
    Matcher plain = PLAIN.matcher(suspect.text());
    return change.what().equals(QueueChange.SCHEDULER)
        && !change.isBack()
        && plain.find()
        && !plain.group(1).equals(change.is());
  }

  private List<Suspect> inFolders(String folder, String suffix, QueueChange change) {
    Map<String, Path> files = new TreeMap<>();
    for (String place : FOLDERS) {
      for (Path file : filesIn(root.resolve(place).resolve(folder))) {
        files.putIfAbsent(String.valueOf(file.getFileName()), file);
      }
    }
    List<Suspect> found = new ArrayList<>();
    files.forEach(
        (name, file) -> {
          if (name.endsWith(suffix)) {
            linesOf(file).stream()
                .filter(suspect -> setsInSysfs(suspect.text(), change))
                .forEach(found::add);
          }
        });
    return found;
  }

  /**
   * Tells whether a rule sets it: by an assignment, or by a command or line that names the file.
   */
  private static boolean setsInSysfs(String line, QueueChange change) {
    Matcher kernel = KERNEL.matcher(line);
    if (kernel.find() && !matchesName(kernel.group(1), change.queue())) {
      return false;
    }
    String file = "(queue/(iosched/)?|device/)" + Pattern.quote(change.what());
    return Pattern.compile(
            "ATTR\\{" + file + "\\}\\s*=(?!=)|(RUN|PROGRAM).*" + file + "\\b|^w.*" + file)
        .matcher(line)
        .find();
  }

  private static boolean matchesName(String patterns, String queue) {
    for (String pattern : patterns.split("\\|", -1)) {
      try {
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        if (matcher.matches(Path.of(queue))) {
          return true;
        }
      } catch (IllegalArgumentException e) {
        // udev takes some that Java does not; better one suspect too many.
        return true;
      }
    }
    return false;
  }

  private List<Suspect> inTuned(QueueChange change) {
    String word = TUNED.get(change.what());
    Optional<String> active = read(root.resolve("etc/tuned/active_profile"));
    if (word == null || active.isEmpty()) {
      return List.of();
    }
    List<Suspect> found = new ArrayList<>();
    Set<String> seen = new LinkedHashSet<>();
    List<String> open = new ArrayList<>(List.of(active.get().strip().split("\\s+", -1)));
    while (!open.isEmpty()) {
      String profile = open.remove(0);
      if (!seen.add(profile)) {
        continue;
      }
      for (Suspect line : profile(profile)) {
        String[] setting = line.text().split("\\s*=\\s*", 2);
        if (setting.length == 2 && setting[0].equals(word)) {
          found.add(line);
        } else if (setting.length == 2 && setting[0].equals("include")) {
          open.addAll(List.of(setting[1].split("[,\\s]+", -1)));
        }
      }
    }
    return found;
  }

  private List<Suspect> profile(String name) {
    for (String place :
        List.of("etc/tuned/profiles", "etc/tuned", "usr/lib/tuned/profiles", "usr/lib/tuned")) {
      List<Suspect> lines = linesOf(root.resolve(place).resolve(name).resolve("tuned.conf"));
      if (!lines.isEmpty()) {
        return lines;
      }
    }
    return List.of();
  }

  private static List<Path> filesIn(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of();
    }
  }

  /** Returns the lines that are no comments; none where the file cannot be read. */
  private static List<Suspect> linesOf(Path file) {
    List<Suspect> lines = new ArrayList<>();
    int number = 0;
    for (String line : read(file).orElse("").lines().toList()) {
      number++;
      String text = line.strip();
      if (!text.isEmpty() && !text.startsWith("#")) {
        lines.add(new Suspect(file, number, text));
      }
    }
    return lines;
  }

  private static Optional<String> read(Path file) {
    try {
      return Optional.of(Files.readString(file));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}

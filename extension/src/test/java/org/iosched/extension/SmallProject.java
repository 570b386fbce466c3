package org.iosched.extension;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A user's project, built by a real Maven in a process of its own against the jars of this build.
 *
 * <p>The jars are put into a local repository made of links into the user's own, so that nothing is
 * installed there and nothing is downloaded twice.
 */
final class SmallProject {

  private static final Pattern LEAF =
      Pattern.compile("<testcase name=\"([^\"]*)\"[^>]*?(/>|>(.*?)</testcase>)", Pattern.DOTALL);

  private final Path directory;

  /** What a build printed and how it ended. */
  record Build(int status, String output, List<Leaf> leaves) {
    /** Returns how many leaves ended in a way. */
    long count(String outcome) {
      return leaves.stream().filter(leaf -> leaf.outcome().equals(outcome)).count();
    }
  }

  /**
   * One test case of Surefire's XML.
   *
   * @param outcome {@code passed}, {@code failed} or {@code skipped}
   */
  record Leaf(String name, String outcome, String text) {}

  private SmallProject(Path directory) {
    this.directory = directory;
  }

  /** Makes a project with the pom that the README shows. */
  static SmallProject of(String name, Map<String, String> testSources) throws IOException {
    return of(name, pom(), testSources);
  }

  /** Makes a project with a pom of its own. */
  static SmallProject of(String name, String pom, Map<String, String> testSources)
      throws IOException {
    Path directory = Scratch.directory().resolve("projects").resolve(name);
    delete(directory);
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("pom.xml"), pom);
    for (Map.Entry<String, String> source : testSources.entrySet()) {
      Path file = directory.resolve("src/test/java").resolve(source.getKey());
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, source.getValue());
    }
    return new SmallProject(directory);
  }

  /** Returns the pom that the README tells users to write. */
  static String pom() throws IOException {
    return Readme.block("xml")
        .replaceAll(
            "(<artifactId>junit-bom</artifactId>\\s*<version>)[^<]*",
            "$1" + property("iosched.it.junit"));
  }

  Path directory() {
    return directory;
  }

  /** Starts {@code mvn} with these words, as the leader of a process group of its own. */
  Process start(String... words) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "setsid",
                // A shell that runs in the background has its children ignore it.
                "env",
                "--default-signal=INT",
                Path.of(property("iosched.it.maven"), "bin", "mvn").toString(),
                "-B",
                "-ntp",
                "-Dmaven.repo.local=" + repository()));
    command.addAll(List.of(words));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log().toFile());
    builder.environment().remove("MAVEN_OPTS");
    return builder.start();
  }

  /** Returns the file that holds what the build prints. */
  Path log() {
    return directory.resolve("mvn.log");
  }

  /** Runs {@code mvn} with these words. */
  Build mvn(String... words) throws IOException, InterruptedException {
    Path log = log();
    Process process = start(words);
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      throw new AssertionError("mvn did not end within 5 minutes:\n" + Files.readString(log));
    }
    return new Build(process.exitValue(), Files.readString(log), leaves());
  }

  private List<Leaf> leaves() throws IOException {
    Path reports = directory.resolve("target/surefire-reports");
    List<Leaf> leaves = new ArrayList<>();
    if (!Files.isDirectory(reports)) {
      return leaves;
    }
    try (Stream<Path> files = Files.list(reports)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".xml")).sorted().toList()) {
        Matcher leaf = LEAF.matcher(Files.readString(file));
        while (leaf.find()) {
          String body = Objects.requireNonNullElse(leaf.group(3), "");
          String outcome =
              body.contains("<failure") || body.contains("<error")
                  ? "failed"
                  : body.contains("<skipped") ? "skipped" : "passed";
          leaves.add(new Leaf(leaf.group(1), outcome, body));
        }
      }
    }
    return leaves;
  }

  private static synchronized Path repository() throws IOException {
    Path repository = Scratch.directory().resolve("repository");
    Path own = Path.of(property("localRepository"));
    link(own, repository, "org");
    link(own.resolve("org"), repository.resolve("org"), "iosched");
    Path root = Path.of(property("basedir")).toAbsolutePath().getParent();
    String version = property("iosched.it.version");
    Map<String, String> modules = new TreeMap<>();
    modules.put("iosched-parent", "");
    for (String module : List.of("dsl", "engine", "reports", "extension")) {
      modules.put("iosched-" + module, module);
    }
    for (Map.Entry<String, String> module : modules.entrySet()) {
      Path folder = repository.resolve("org/iosched").resolve(module.getKey()).resolve(version);
      Files.createDirectories(folder);
      Path source = Objects.requireNonNull(root).resolve(module.getValue());
      String file = module.getKey() + "-" + version;
      copy(source.resolve("pom.xml"), folder.resolve(file + ".pom"));
      if (!module.getValue().isEmpty()) {
        copy(source.resolve("target").resolve(file + ".jar"), folder.resolve(file + ".jar"));
      }
    }
    return repository;
  }

  /**
   * Makes a folder that links to everything in another one but for one name, which is a folder of
   * its own.
   */
  private static void link(Path from, Path to, String except) throws IOException {
    Files.createDirectories(to.resolve(except));
    try (Stream<Path> entries = Files.list(from)) {
      for (Path entry : entries.toList()) {
        Path link = to.resolve(entry.getFileName());
        if (!entry.getFileName().toString().equals(except) && !Files.exists(link)) {
          Files.createSymbolicLink(link, entry.toAbsolutePath());
        }
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (UncheckedIOException e) {
      throw new IOException(e);
    }
  }

  static String property(String name) {
    return Objects.requireNonNull(
        System.getProperty(name),
        () -> name + " is set by the build; run this test with mvn verify");
  }

  /** The README, whose examples are built and run. */
  static final class Readme {
    private Readme() {}

    /** Returns the first code block of a language. */
    static String block(String language) throws IOException {
      Path readme = Path.of(property("basedir"), "..", "README.md");
      String text = Files.readString(readme, StandardCharsets.UTF_8);
      Matcher block =
          Pattern.compile("```" + language + "\\n(.*?)```", Pattern.DOTALL).matcher(text);
      if (!block.find()) {
        throw new AssertionError("README.md has no " + language + " block");
      }
      return block.group(1);
    }
  }
}

package org.iosched.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs the tests tagged {@code lab} in one JVM, as {@code lab/test} does in the lab machine: tells
 * each when it ends, writes reports like Surefire's, and ends with 1 when a test failed or none
 * ran.
 */
final class LabTests {

  private LabTests() {}

  /**
   * Arguments: the directory for reports, the jar or directory of the tests, and class names, with
   * or without their package; without names all classes are run.
   */
  public static void main(String[] arguments) throws IOException {
    Path reports = Files.createDirectories(Path.of(arguments[0]));
    Path tests = Path.of(arguments[1]);
    List<String> names = new ArrayList<>();
    for (int i = 2; i < arguments.length; i++) {
      names.add(arguments[i]);
    }
    LabReport report = new LabReport();
    LauncherFactory.create().execute(request(tests, names), report);
    report.write(reports);
    System.out.println(report.summary());
    System.exit(report.failed() > 0 || report.ran() == 0 ? 1 : 0);
  }

  private static LauncherDiscoveryRequest request(Path tests, List<String> names)
      throws IOException {
    List<DiscoverySelector> selectors = new ArrayList<>();
    for (String className : LabClasses.in(tests)) {
      String simple = className.substring(className.lastIndexOf('.') + 1);
      if (names.isEmpty() || names.contains(simple) || names.contains(className)) {
        selectors.add(DiscoverySelectors.selectClass(className));
      }
    }
    if (selectors.isEmpty()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "no class %s among those of %s", String.join(", ", names), tests));
    }
    return LauncherDiscoveryRequestBuilder.request()
        .selectors(selectors)
        .filters(TagFilter.includeTags("lab"), ClassNameFilter.includeClassNamePatterns(".*Test"))
        .build();
  }
}

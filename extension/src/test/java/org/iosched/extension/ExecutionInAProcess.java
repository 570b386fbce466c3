package org.iosched.extension;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.platform.engine.discovery.DiscoverySelectors;

/** Runs a fixture class in a process of its own, which may have other rights or mounts. */
final class ExecutionInAProcess {

  private ExecutionInAProcess() {}

  /** Arguments: the class, and settings as {@code NAME=VALUE}. Prints a line for each node. */
  public static void main(String[] arguments) {
    Map<String, String> settings = new TreeMap<>();
    for (String setting : arguments) {
      int equals = setting.indexOf('=');
      if (equals > 0) {
        settings.put(setting.substring(0, equals), setting.substring(equals + 1));
      }
    }
    Execution execution = Execution.of(settings, DiscoverySelectors.selectClass(arguments[0]));
    Stream.concat(execution.containers().stream(), execution.leaves().stream())
        .forEach(
            node ->
                System.out.println(
                    node.status()
                        + " "
                        + node.name()
                        + (node.passed() ? "" : ": " + node.message().replace('\n', ' '))));
  }
}

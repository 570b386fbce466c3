package org.iosched.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Fixture classes run through JUnit's own launcher, as build tools do it.
 *
 * @param leaves every test that was executed, in order
 * @param containers every class or template that failed
 */
record Execution(List<Node> leaves, List<Node> containers) {

  /** One node and how it ended: {@code SUCCESSFUL}, {@code FAILED} or {@code ABORTED}. */
  record Node(String id, String name, TestExecutionResult.Status status, String message) {
    boolean passed() {
      return status == TestExecutionResult.Status.SUCCESSFUL;
    }

    boolean failed() {
      return status == TestExecutionResult.Status.FAILED;
    }

    boolean aborted() {
      return status == TestExecutionResult.Status.ABORTED;
    }
  }

  static Execution of(Class<?> testClass) {
    return of(Map.of(), DiscoverySelectors.selectClass(testClass));
  }

  static Execution of(Map<String, String> parameters, DiscoverySelector... selectors) {
    List<Node> leaves = new ArrayList<>();
    List<Node> containers = new ArrayList<>();
    Map<String, String> all = new TreeMap<>(parameters);
    all.putIfAbsent("iosched.budget", "20s");
    all.putIfAbsent("iosched.output", Scratch.directory() + "/iosched");
    all.putIfAbsent("iosched.allure", Scratch.directory() + "/allure-results");
    try (LauncherSession session = LauncherFactory.openSession()) {
      session
          .getLauncher()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(selectors)
                  .configurationParameters(all)
                  .build(),
              new TestExecutionListener() {
                @Override
                public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                  Node node =
                      new Node(
                          test.getUniqueId(),
                          test.getDisplayName(),
                          result.getStatus(),
                          result
                              .getThrowable()
                              .map(t -> String.valueOf(t.getMessage()))
                              .orElse(""));
                  if (test.isTest()) {
                    leaves.add(node);
                  } else if (result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
                    containers.add(node);
                  }
                }
              });
    }
    return new Execution(List.copyOf(leaves), List.copyOf(containers));
  }

  /** Returns why the only benchmark is refused, of which nothing may have been run. */
  String refusal() {
    assertThat(leaves).isEmpty();
    assertThat(containers).hasSize(1);
    return containers.get(0).message();
  }

  /** Returns the measuring leaves. */
  List<Node> runs() {
    return leaves.stream().filter(leaf -> leaf.name().startsWith("round ")).toList();
  }

  /** Returns the leaves that are neither runs nor lone leaves. */
  List<Node> expectations() {
    return leaves.stream().filter(leaf -> !leaf.name().startsWith("round ")).toList();
  }
}

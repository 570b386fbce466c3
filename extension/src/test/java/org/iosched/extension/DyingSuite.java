package org.iosched.extension;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.iosched.device.WatchedOpening;
import org.iosched.workload.Workspace;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * A small suite in a process of its own, to be killed. It waits for a line {@code body} or {@code
 * job} and then says on its output what it is about to do: {@code open}, {@code write}, {@code
 * restore}.
 */
public final class DyingSuite {

  /** What is said to whoever is about to kill; the suite's own output goes nowhere. */
  private static final PrintStream SAYS = System.out;

  /** Runs a child process. */
  @Schedulers({"none", "bfq"})
  @ExtendWith(Installs.class)
  static final class Bodies {
    @BenchmarkTest(rounds = 3, sampling = Sampling.RUNS)
    void sleeps(Workspace dir) {
      dir.exec("sleep", "0.05");
    }
  }

  /** Runs a job on the embedded engine. */
  @Schedulers({"none", "kyber"})
  @ExtendWith(Installs.class)
  static final class Jobs {
    @BenchmarkTest(rounds = 3, sampling = Sampling.RUNS)
    @Workload(fio = "[w]\nrw=randwrite\nbs=4k\nsize=32m\ntime_based\nruntime=100ms\n")
    void writes() {}
  }

  /** Has the device opened where the campaign wants it, and told what is written. */
  static final class Installs implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) {
      String device = context.getConfigurationParameter("dying.device").orElseThrow();
      Path temp = Path.of(context.getConfigurationParameter("dying.temp").orElseThrow());
      Run unused =
          context
              .getRoot()
              .getStore(Run.NAMESPACE)
              .getOrComputeIfAbsent(
                  Run.class,
                  key ->
                      new Run(
                          RunSettings.read(context::getConfigurationParameter),
                          settings -> {
                            say("open");
                            return WatchedOpening.open(device, temp, what -> say("write"));
                          },
                          1,
                          0,
                          new PrintStream(
                              OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)),
                  Run.class);
    }
  }

  private DyingSuite() {}

  private static void say(String word) {
    SAYS.println(word);
    SAYS.flush();
  }

  /**
   * Arguments: the directory in which the campaign works, and the device; none is a loop device.
   */
  public static void main(String[] arguments) throws IOException {
    String device = arguments.length > 1 ? arguments[1] : "";
    try (LauncherSession session = LauncherFactory.openSession()) {
      say("warm");
      String line =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
      if (line == null) {
        return;
      }
      session
          .getLauncher()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(
                      DiscoverySelectors.selectClass(
                          line.equals("job") ? Jobs.class : Bodies.class))
                  .configurationParameter("dying.device", device)
                  .configurationParameter("dying.temp", arguments[0])
                  .configurationParameter("iosched.output", arguments[0] + "/output/iosched")
                  .configurationParameter("iosched.allure", arguments[0] + "/output/allure")
                  .build(),
              new TestExecutionListener() {
                @Override
                public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                  if (test.getUniqueIdObject().getSegments().size() == 2) {
                    say("restore");
                  }
                }
              });
    }
  }
}

package org.iosched.extension;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.TreeSet;
import org.iosched.dsl.Nearest;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.support.store.Namespace;
import org.junit.platform.launcher.LauncherDiscoveryListener;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Watches what the launcher is asked to run, and reports sentences that cannot be read before
 * anything is measured. Registered through the service loader.
 */
public final class PlanListener implements LauncherSessionListener {

  /** Where the extension finds the {@link PlannedRun} in the launcher session's store. */
  static final String NAMESPACE = "org.iosched.extension";

  /** Creates the listener; the launcher does this. */
  public PlanListener() {}

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    PlannedRun planned = new PlannedRun();
    session.getStore().put(Namespace.create(NAMESPACE), PlannedRun.class, planned);
    session
        .getLauncher()
        .registerLauncherDiscoveryListeners(
            new LauncherDiscoveryListener() {
              @Override
              public void launcherDiscoveryStarted(LauncherDiscoveryRequest request) {
                planned.discovered(request);
              }
            });
    session
        .getLauncher()
        .registerTestExecutionListeners(
            new TestExecutionListener() {
              @Override
              public void testPlanExecutionStarted(TestPlan plan) {
                planned.started(plan);
                if (planned.hasBenchmarks()) {
                  reportUnknownSettings(plan);
                }
                for (TestIdentifier root : plan.getRoots()) {
                  plan.getDescendants(root).forEach(PlanListener::reportUnreadable);
                }
              }
            });
  }

  /** A mistyped setting would otherwise be a default that nobody asked for. */
  private static void reportUnknownSettings(TestPlan plan) {
    Set<String> names = new TreeSet<>(plan.getConfigurationParameters().keySet());
    names.addAll(System.getProperties().stringPropertyNames());
    for (String name : names) {
      String setting = name.startsWith("iosched.") ? name.substring("iosched.".length()) : "";
      if (!setting.isEmpty()
          && !RunSettings.NAMES.contains(setting)
          && !setting.startsWith("it.")) {
        System.err.printf(
            "iosched: %s is not a setting and changes nothing%s; there are: %s%n",
            name, Nearest.hint(setting, RunSettings.NAMES), String.join(", ", RunSettings.NAMES));
      }
    }
  }

  private static void reportUnreadable(TestIdentifier test) {
    PlannedRun.benchmarkMethod(test).ifPresent(PlanListener::reportUnreadable);
  }

  private static void reportUnreadable(Method method) {
    for (Expect expect : AnnotationSupport.findRepeatableAnnotations(method, Expect.class)) {
      BenchmarkPlan.problemOf(expect.value())
          .ifPresent(
              problem ->
                  System.err.printf(
                      "iosched: %s cannot run: %s%n",
                      BenchmarkPlan.nameOf(method.getDeclaringClass(), method), problem));
    }
  }
}

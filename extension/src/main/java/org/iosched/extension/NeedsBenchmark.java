package org.iosched.extension;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Fails a test that has {@link Expect}, {@link Workload} or {@link Recorded} and is no benchmark:
 * nothing would be decided.
 */
final class NeedsBenchmark implements BeforeEachCallback {

  @Override
  public void beforeEach(ExtensionContext context) {
    if (!AnnotationSupport.isAnnotated(context.getRequiredTestMethod(), BenchmarkTest.class)) {
      throw new PlanException(
          BenchmarkPlan.nameOf(context.getRequiredTestClass(), context.getRequiredTestMethod())
              + ": @Expect, @Workload and @Recorded on a method need @BenchmarkTest; add it, or nothing is"
              + " measured or decided.");
    }
  }
}

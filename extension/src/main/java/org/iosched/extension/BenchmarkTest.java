package org.iosched.extension;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * Marks a method as a benchmark: it is invoked once per scheduler in randomly ordered rounds, and
 * each of its {@link Expect expectations} becomes a test of its own, decided from those rounds.
 *
 * <p>Without a {@link Workload} the method's body is the workload and is what is timed, up to the
 * final sync to the device. With one, the body is an untimed check after each run and may take the
 * {@link org.iosched.dsl.Sample}.
 *
 * <p>Parameters that can be injected: {@link org.iosched.workload.Workspace}, {@link Scheduler},
 * {@link Device}, {@link org.iosched.dsl.Sample} and {@link Input @Input} {@link
 * java.nio.file.Path}.
 *
 * <p>A benchmark never runs beside another test of the same JVM, whatever parallel execution is
 * configured, and carries the tag {@value #TAG}, by which ordinary builds leave benchmarks out.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@TestTemplate
@ExtendWith(BenchmarkExtension.class)
@Tag(BenchmarkTest.TAG)
@ResourceLock(Resources.GLOBAL)
@Execution(ExecutionMode.SAME_THREAD)
public @interface BenchmarkTest {

  /** The tag that every benchmark and every {@link VerdictTest} carries. */
  String TAG = "iosched-benchmark";

  /**
   * Returns the largest number of rounds of runs, 1 to 1000. Expectations are decided every six
   * rounds; a decision of all of them ends the benchmark earlier, and so does the run's budget.
   */
  int rounds() default 30;

  /**
   * Returns how it is sampled. In {@link Sampling#SLICES} the number of rounds follows from the
   * run's budget, and each look at the expectations is one invocation.
   */
  Sampling sampling() default Sampling.AUTO;
}

package org.iosched.extension;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * States what a {@link BenchmarkTest} runs. Repeated, each workload is an alternative that is
 * measured and decided for itself; the jobs inside one text run together.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@ExtendWith(NeedsBenchmark.class)
@Repeatable(Workload.Alternatives.class)
public @interface Workload {

  /**
   * Returns jobs in fio's job language. The target is the device under test; {@code
   * docs/workloads.md} lists the options.
   */
  String fio();

  /** Returns a short name for reports; needed only to tell alternatives apart. */
  String name() default "";

  /** The container of a repeated {@link Workload}. */
  @Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
  @Retention(RetentionPolicy.RUNTIME)
  @Documented
  @ExtendWith(NeedsBenchmark.class)
  @interface Alternatives {
    /** Returns the workloads in the order written. */
    Workload[] value();
  }
}

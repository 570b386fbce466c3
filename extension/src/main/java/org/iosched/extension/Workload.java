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
 *
 * <p>Exactly one of {@link #fio}, {@link #fioFile}, {@link #bonnie}, {@link #dd} and {@link
 * #command} is given.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@ExtendWith(NeedsBenchmark.class)
@Repeatable(Workload.Alternatives.class)
public @interface Workload {

  /**
   * Returns jobs in fio's job language. The target is the device under test, or a directory on it
   * where a job names files; {@code docs/workloads.md} lists the options.
   */
  String fio() default "";

  /**
   * Returns the name of a file of jobs in fio's language: a resource beside the test class or at
   * the root of the class path, or a path on disk.
   */
  String fioFile() default "";

  /** Returns the options of bonnie++ as they are typed, e.g. {@code "-s 2g -r 1024 -n 16"}. */
  String bonnie() default "";

  /**
   * Returns the operands of dd as they are typed, e.g. {@code "if=/dev/zero of=file bs=1M count=512
   * conv=fdatasync"}; files lie in a fresh directory on the device.
   */
  String dd() default "";

  /** Returns a line for {@code sh}, run in a fresh directory on the device and timed. */
  String command() default "";

  /**
   * Returns a line for {@code sh} that is run in the {@link #command}'s directory before the clock
   * starts and before the cache is dropped.
   */
  String prepare() default "";

  /**
   * Returns the files that are put into the {@link #command}'s directory before, each under its own
   * name: see {@link Input}.
   */
  String[] inputs() default {};

  /**
   * Returns how much memory bonnie++, dd or the command may take, page cache included, e.g. {@code
   * "1g"}, so that the cache does not answer for the disk; empty for no limit.
   */
  String memory() default "";

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

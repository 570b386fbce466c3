package org.iosched.extension;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives a {@link BenchmarkTest} what somebody else has measured under one scheduler, in place of
 * runs: the CSV lines of bonnie++ 1.03 to 2.00, or documents of fio. A mail to a list can be pasted
 * as it is. No device is touched and no right is needed.
 *
 * <p>Each line or document is a sample, the n-th of each scheduler together make round n. One line
 * for each scheduler decides nothing, since nobody knows how much they vary; three are few.
 *
 * <p>The body is a check of each sample, which it may take as a parameter.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@ExtendWith(NeedsBenchmark.class)
@Repeatable(Recorded.All.class)
public @interface Recorded {

  /** Returns the scheduler it was measured under, as {@link Schedulers} names it. */
  String scheduler();

  /** Returns the text. */
  String text() default "";

  /**
   * Returns the names of files with such texts, in place of a text: resources beside the test class
   * or at the root of the class path, or paths on disk.
   */
  String[] files() default {};

  /** The container of a repeated {@link Recorded}. */
  @Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
  @Retention(RetentionPolicy.RUNTIME)
  @Documented
  @ExtendWith(NeedsBenchmark.class)
  @interface All {
    /** Returns the texts in the order written. */
    Recorded[] value();
  }
}

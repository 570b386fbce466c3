package org.iosched.extension;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * States what is expected of a {@link BenchmarkTest}'s schedulers, e.g. {@code "noop at least 10%
 * faster than cfq"}. Each expectation is a test of its own: MET passes, NOT_MET fails, INCONCLUSIVE
 * is skipped, or fails under {@code strict}.
 *
 * @see org.iosched.dsl.Expectation
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@ExtendWith(NeedsBenchmark.class)
@Repeatable(Expect.All.class)
public @interface Expect {

  /** Returns the sentence; {@code docs/language.md} has the grammar. */
  String value();

  /** The container of a repeated {@link Expect}. */
  @Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
  @Retention(RetentionPolicy.RUNTIME)
  @Documented
  @ExtendWith(NeedsBenchmark.class)
  @interface All {
    /** Returns the expectations in the order written. */
    Expect[] value();
  }
}

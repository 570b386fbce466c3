package org.iosched.extension;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * Names the schedulers that are compared, on a method or on a class, for its subclasses and its
 * {@code @Nested} classes too.
 *
 * <p>Each entry is a scheduler, {@code "bfq"}; with tunables, {@code "deadline[fifo_batch=1]"}; or
 * under a name of its own, {@code "eager = deadline[fifo_batch=1]"}. {@code noop} and {@code
 * deadline} are the same policies as {@code none} and {@code mq-deadline}, and either name is
 * accepted on either kernel.
 *
 * <p>On a {@code @ParameterizedTest} it is the argument source: one run per scheduler, which is
 * switched before the test's own {@code @BeforeEach} methods and restored at the end. Left empty
 * there, it means the schedulers of the class.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ArgumentsSource(SchedulerArguments.class)
@ExtendWith(SwitchingExtension.class)
@TestMethodOrder(VerdictsLast.class)
@ResourceLock(Resources.GLOBAL)
@Execution(ExecutionMode.SAME_THREAD)
public @interface Schedulers {

  /** Returns the schedulers; empty means those of the class. */
  String[] value() default {};

  /**
   * Tells whether {@code bfq} may stand in for {@code cfq} on a kernel that no longer has it; it is
   * then shown as {@code "cfq (bfq stands in)"}. With {@code false} the scheduler counts as one
   * that cannot be had.
   */
  boolean substitute() default true;
}

package org.iosched.extension;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * Marks a test that asserts on the {@link org.iosched.dsl.Results} of its class's benchmarks, which
 * run before it. An assertion that the evidence leaves open skips the test, or fails it under
 * {@code strict}.
 *
 * <p>The class needs {@link Schedulers} on it, which carries the method order, or
 * {@code @TestMethodOrder(VerdictsLast.class)}.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Test
@ExtendWith(VerdictExtension.class)
@Tag(BenchmarkTest.TAG)
@ResourceLock(Resources.GLOBAL)
@Execution(ExecutionMode.SAME_THREAD)
public @interface VerdictTest {}

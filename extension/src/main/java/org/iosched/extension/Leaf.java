package org.iosched.extension;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestWatcher;
import org.opentest4j.TestAbortedException;

/**
 * A leaf that measures, of which the next one waits for the end. It knows how far JUnit has come
 * with it, and ends the benchmark when it fails, is skipped or is not carried out.
 */
abstract class Leaf
    implements TestTemplateInvocationContext,
        BeforeEachCallback,
        BeforeTestExecutionCallback,
        InvocationInterceptor,
        AfterEachCallback,
        TestWatcher,
        ParameterResolver {

  private final Class<?> declaringClass;
  private boolean taken;
  private boolean begun;
  private boolean ended;
  private boolean stopped;

  /**
   * Makes a leaf that JUnit has not seen yet.
   *
   * @param plan the benchmark
   */
  Leaf(BenchmarkPlan plan) {
    this.declaringClass = plan.method().getDeclaringClass();
  }

  /**
   * Tells whether JUnit has taken this leaf to execute it, which it may still not do: when a
   * condition disables it, or no test instance can be made. What it leaves out because it was asked
   * for other leaves only it does not take.
   */
  final boolean taken() {
    return taken;
  }

  /** Tells whether JUnit has begun to execute this leaf. */
  final boolean begun() {
    return begun;
  }

  /** Tells whether JUnit has executed this leaf to its end. */
  final boolean ended() {
    return ended;
  }

  /** Notes that JUnit has begun to execute this leaf. */
  final void begin() {
    begun = true;
  }

  /** Notes that JUnit has executed this leaf to its end. */
  final void end() {
    ended = true;
  }

  @Override
  public final List<Extension> getAdditionalExtensions() {
    taken = true;
    return List.of(this);
  }

  /** Ends the benchmark, since JUnit has taken this leaf and not executed it. */
  final void notCarriedOut() {
    String what =
        " was not carried out: it was disabled, or no instance of "
            + declaringClass.getSimpleName()
            + " could be made for it";
    stop(what, called() + what);
  }

  /** Hears also of what fails after {@link #afterEach}, in the extensions of the user's class. */
  @Override
  public final void testFailed(ExtensionContext context, @Nullable Throwable cause) {
    if (cause != null) {
      stop(cause);
    }
  }

  @Override
  public final void testAborted(ExtensionContext context, @Nullable Throwable cause) {
    if (cause != null) {
      stop(cause);
    }
  }

  /** Ends the benchmark, since this leaf was skipped or failed. */
  final void stop(Throwable thrown) {
    String message =
        thrown.getMessage() == null || thrown.getMessage().isBlank()
            // Such as a NullPointerException, whose name is all it says.
            ? thrown.toString()
            : thrown.getMessage();
    if (thrown instanceof TestAbortedException) {
      stop(" was skipped" + bySkipper() + ": " + message, null);
    } else {
      stop(" failed: " + message, message);
    }
  }

  /** Ends the benchmark; the first reason stands. */
  private void stop(String what, @Nullable String failure) {
    if (!stopped) {
      stopped = true;
      stopped(what, failure);
    }
  }

  /** Returns what a person is told was not carried out, e.g. {@code "the run"}. */
  abstract String called();

  /** Returns who skips this leaf when it is skipped, e.g. {@code " by the test itself"}. */
  abstract String bySkipper();

  /**
   * Ends the benchmark; called once.
   *
   * @param what what befell this leaf, to follow its name
   * @param failure the message of what was thrown; null if the leaf was skipped
   */
  abstract void stopped(String what, @Nullable String failure);

  @Override
  public final boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return Injected.of(parameter).isPresent();
  }
}

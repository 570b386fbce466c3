package org.iosched.extension;

import java.lang.reflect.Method;
import java.util.List;
import org.iosched.dsl.Outcome;
import org.iosched.dsl.Verdict;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.opentest4j.TestAbortedException;

/**
 * One expectation as a test of its own. Its message carries benchmark and sentence, since consoles
 * print neither.
 *
 * @param benchmark the benchmark's name
 * @param verdict what was decided
 * @param strict whether an open expectation fails
 */
record ExpectationLeaf(String benchmark, Verdict verdict, boolean strict)
    implements TestTemplateInvocationContext {

  @Override
  public String getDisplayName(int invocationIndex) {
    return verdict.expectation();
  }

  @Override
  public List<Extension> getAdditionalExtensions() {
    return List.of(new NoBody(), new Decides(this), NullParameters.INSTANCE);
  }

  private record Decides(ExpectationLeaf leaf) implements InvocationInterceptor {
    @Override
    public void interceptTestTemplateMethod(
        Invocation<Void> invocation,
        ReflectiveInvocationContext<Method> invocationContext,
        ExtensionContext extensionContext) {
      invocation.skip();
      Outcome outcome = leaf.verdict().outcome();
      String message = leaf.benchmark() + ": " + leaf.verdict().message();
      if (outcome == Outcome.INCONCLUSIVE && !leaf.strict()) {
        throw new TestAbortedException(message);
      }
      if (outcome != Outcome.MET) {
        throw new VerdictError(message);
      }
    }
  }
}

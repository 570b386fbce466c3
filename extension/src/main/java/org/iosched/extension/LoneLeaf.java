package org.iosched.extension;

import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;

/**
 * Takes the place of a leaf that was selected alone, by rerunning failed tests or by unique id. A
 * single run proves nothing, so it fails: passing here would turn a failed gate green.
 *
 * @param benchmark the benchmark's name
 */
record LoneLeaf(String benchmark) implements TestTemplateInvocationContext {

  @Override
  public String getDisplayName(int invocationIndex) {
    return benchmark + " [" + invocationIndex + "]";
  }

  @Override
  public List<Extension> getAdditionalExtensions() {
    return List.of(new NoBody(), new Fails(benchmark), NullParameters.INSTANCE);
  }

  private record Fails(String benchmark) implements InvocationInterceptor {
    @Override
    public void interceptTestTemplateMethod(
        Invocation<Void> invocation,
        ReflectiveInvocationContext<Method> invocationContext,
        ExtensionContext extensionContext) {
      invocation.skip();
      throw new AssertionError(
          benchmark
              + ": a single run or expectation of a benchmark decides nothing on its own; run the"
              + " whole method.");
    }
  }
}

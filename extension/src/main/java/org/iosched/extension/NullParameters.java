package org.iosched.extension;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Resolves the injected parameters of a leaf whose body does not run. */
enum NullParameters implements ParameterResolver {
  INSTANCE;

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return Injected.of(parameter).isPresent();
  }

  @Override
  public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return null;
  }
}

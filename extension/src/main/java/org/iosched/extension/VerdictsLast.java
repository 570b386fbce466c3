package org.iosched.extension;

import java.util.Comparator;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.MethodOrdererContext;

/**
 * Orders the methods of a class so that every {@link VerdictTest} comes after everything else; the
 * rest keeps JUnit's own order. Carried by {@link Schedulers} on a class.
 */
public final class VerdictsLast implements MethodOrderer {

  /** Creates the orderer; JUnit does this. */
  public VerdictsLast() {}

  @Override
  public void orderMethods(MethodOrdererContext context) {
    context
        .getMethodDescriptors()
        .sort(Comparator.comparing(method -> method.isAnnotated(VerdictTest.class)));
  }
}

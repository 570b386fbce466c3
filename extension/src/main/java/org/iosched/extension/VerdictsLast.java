package org.iosched.extension;

import java.util.Comparator;
import org.junit.jupiter.api.MethodDescriptor;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.MethodOrdererContext;
import org.junit.jupiter.api.Order;

/**
 * Orders the methods of a class so that every {@link VerdictTest} comes after everything else.
 * Before that it follows {@link Order} and, among equals, JUnit's own order. Carried by {@link
 * Schedulers} on a class.
 */
public final class VerdictsLast implements MethodOrderer {

  /** Creates the orderer; JUnit does this. */
  public VerdictsLast() {}

  @Override
  public void orderMethods(MethodOrdererContext context) {
    context
        .getMethodDescriptors()
        .sort(
            Comparator.<MethodDescriptor, Boolean>comparing(
                    method -> method.isAnnotated(VerdictTest.class))
                .thenComparing(VerdictsLast::order));
  }

  private static int order(MethodDescriptor method) {
    return method.findAnnotation(Order.class).map(Order::value).orElse(Order.DEFAULT);
  }
}

package org.iosched.extension;

import java.lang.reflect.Method;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.engine.UniqueId;

/**
 * Tells whether JUnit will execute only some leaves of a template.
 *
 * <p>There is no public way to ask. A launcher session tells it ({@link PlannedRun}), but engines
 * can be run without one, and a first run that is executed alone must not pass. So the Jupiter
 * engine's own filter is asked by reflection; where it has changed, the session's word stands.
 */
final class SelectedLeaves {

  private SelectedLeaves() {}

  /** Returns true if the leaf behind every real one would be filtered out. */
  static boolean onlySomeOf(ExtensionContext template) {
    try {
      Object descriptor = call(template, "getTestDescriptor");
      if (call(descriptor, "getDynamicDescendantFilter") instanceof BiPredicate<?, ?> filter) {
        UniqueId beyond =
            UniqueId.parse(template.getUniqueId())
                .append("test-template-invocation", "#" + Integer.MAX_VALUE);
        @SuppressWarnings("unchecked") // the filter's own declaration in 5.14 and 6.1
        BiPredicate<UniqueId, Integer> leaves = (BiPredicate<UniqueId, Integer>) filter;
        return !leaves.test(beyond, Integer.MAX_VALUE);
      }
      return false;
    } catch (ReflectiveOperationException | RuntimeException e) {
      return false;
    }
  }

  private static Object call(Object target, String name) throws ReflectiveOperationException {
    for (Class<?> c = target.getClass(); c != null; c = c.getSuperclass()) {
      for (Method method : c.getDeclaredMethods()) {
        if (method.getName().equals(name) && method.getParameterCount() == 0) {
          method.setAccessible(true);
          return method.invoke(target);
        }
      }
    }
    throw new NoSuchMethodException(target.getClass().getName() + "." + name);
  }
}

package org.iosched.extension;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Gives a fixture class a run on a {@link FakeDevice} instead of the machine's own. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(FakeMachine.Installs.class)
@interface FakeMachine {

  String[] schedulers() default {"none", "mq-deadline", "bfq"};

  String missingRights() default "";

  /** Puts the run where {@link Run#of} finds it, unless a class before has. */
  final class Installs implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) {
      FakeMachine machine = context.getRequiredTestClass().getAnnotation(FakeMachine.class);
      if (machine == null) {
        // A nested class uses the run that the class around it has installed.
        return;
      }
      FakeDevice device =
          new FakeDevice(
              machine.missingRights().isEmpty() ? null : machine.missingRights(),
              machine.schedulers());
      context
          .getRoot()
          .getStore(Run.NAMESPACE)
          .getOrComputeIfAbsent(
              Run.class,
              key -> {
                context.getRoot().getStore(Run.NAMESPACE).put(FakeDevice.class, device);
                return new Run(
                    RunSettings.read(context::getConfigurationParameter),
                    settings -> device,
                    Run.planned(context).map(PlannedRun::measurements).orElse(0),
                    Run.planned(context).map(PlannedRun::expectations).orElse(0),
                    new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8));
              },
              Run.class);
    }

    /** Returns the fake device of this execution. */
    static FakeDevice device(ExtensionContext context) {
      return Objects.requireNonNull(
          context.getRoot().getStore(Run.NAMESPACE).get(FakeDevice.class, FakeDevice.class));
    }
  }
}

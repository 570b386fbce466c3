package org.iosched.extension;

import java.nio.file.Path;
import java.util.Optional;
import org.iosched.dsl.Sample;
import org.iosched.workload.Workspace;
import org.junit.jupiter.api.extension.ParameterContext;

/** The kinds of parameter that an invocation can be given. */
enum Injected {
  WORKSPACE,
  SCHEDULER,
  DEVICE,
  SAMPLE,
  INPUT;

  /** Returns the kind of a parameter; empty if it is none of ours. */
  static Optional<Injected> of(ParameterContext parameter) {
    Class<?> type = parameter.getParameter().getType();
    if (parameter.isAnnotated(Input.class) && type == Path.class) {
      return Optional.of(INPUT);
    }
    if (type == Workspace.class) {
      return Optional.of(WORKSPACE);
    }
    if (type == Scheduler.class) {
      return Optional.of(SCHEDULER);
    }
    if (type == Device.class) {
      return Optional.of(DEVICE);
    }
    return type == Sample.class ? Optional.of(SAMPLE) : Optional.empty();
  }
}

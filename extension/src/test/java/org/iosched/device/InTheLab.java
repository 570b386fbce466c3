package org.iosched.device;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Marks tests that need the disks of the lab machine, which {@code lab/test} boots; they are
 * skipped elsewhere, since they write to whole disks.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Tag("lab")
@ExtendWith(InTheLab.Condition.class)
public @interface InTheLab {

  /** Holds inside the lab machine. */
  final class Condition implements ExecutionCondition {

    /** What the machine makes when it starts. */
    private static final Path MARK = Path.of("/run/iosched-lab");

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return Files.exists(MARK)
          ? ConditionEvaluationResult.enabled("this is the lab machine")
          : ConditionEvaluationResult.disabled(
              "needs the disks of the lab machine: lab/test runs it there (see docs/lab.md)");
    }
  }
}

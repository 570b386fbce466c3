package org.iosched.measure;

import java.util.List;
import java.util.Map;
import org.iosched.dsl.Mark;

/**
 * What the machine did beside a workload while it ran, and whether that disturbed it. Judged
 * without the workload's rates.
 *
 * @param conditions figures by stable names that end in their unit, listed in {@code
 *     docs/disturbances.md}; what cannot be read is absent
 * @param marks what is worth telling; those that contaminate have the round repeated
 */
public record Disturbance(Map<String, Double> conditions, List<Mark> marks) {

  /** Copies the collections. */
  public Disturbance {
    conditions = Map.copyOf(conditions);
    marks = List.copyOf(marks);
  }

  /** Tells whether the round has to be repeated. */
  public boolean contaminates() {
    return marks.stream().anyMatch(Mark::contaminates);
  }
}

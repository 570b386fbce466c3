package org.iosched.dsl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Names of schedulers across kernels. Since Linux 5.0 every queue is a multi-queue one: {@code
 * noop} and {@code deadline} live on as {@code none} and {@code mq-deadline}, {@code cfq} has a
 * successor in {@code bfq}, and {@code anticipatory} had left in 2.6.33.
 */
public final class SchedulerNames {

  private static final Map<String, String> SAME_POLICY =
      Map.of(
          "noop", "none",
          "none", "noop",
          "deadline", "mq-deadline",
          "mq-deadline", "deadline");

  private SchedulerNames() {}

  /**
   * Finds the kernel's name of a scheduler on one device.
   *
   * @param device the device's name, e.g. {@code "sdb"}; for the message
   * @param requested the scheduler without tunables, under its name on any kernel
   * @param available the names that the device lists
   * @param substitute whether {@code bfq} may stand in for a {@code cfq} that is not listed
   */
  public static Resolution resolve(
      String device, String requested, List<String> available, boolean substitute) {
    for (String candidate : candidates(requested, substitute)) {
      if (available.contains(candidate)) {
        return new Resolution.Resolved(requested, candidate, shown(requested, candidate));
      }
    }
    return new Resolution.Unavailable(
        requested, unavailable(device, requested, available, substitute));
  }

  /**
   * Returns the kernel names under which a scheduler can be had, best first; also those whose
   * module is worth loading.
   */
  public static List<String> candidates(String requested, boolean substitute) {
    List<String> candidates = new ArrayList<>(List.of(requested));
    Optional.ofNullable(SAME_POLICY.get(requested)).ifPresent(candidates::add);
    if (requested.equals("cfq") && substitute) {
      candidates.add("bfq");
    }
    return List.copyOf(candidates);
  }

  /**
   * Returns the groups of arms that are one policy with one set of tunables on this device, each
   * with at least two arms: {@code noop} beside {@code none}, or {@code cfq} beside the {@code bfq}
   * that stands in for it. A comparison of such arms compares nothing.
   */
  public static List<List<Arm>> samePolicy(
      String device, List<Arm> arms, List<String> available, boolean substitute) {
    record Policy(String kernelName, Map<String, String> tunables) {}
    Map<Policy, List<Arm>> groups = new LinkedHashMap<>();
    for (Arm arm : arms) {
      if (resolve(device, arm.scheduler(), available, substitute)
          instanceof Resolution.Resolved resolved) {
        groups
            .computeIfAbsent(
                new Policy(resolved.kernelName(), arm.tunables()), policy -> new ArrayList<>())
            .add(arm);
      }
    }
    return groups.values().stream().filter(group -> group.size() > 1).map(List::copyOf).toList();
  }

  private static String shown(String requested, String kernelName) {
    if (requested.equals(kernelName)) {
      return requested;
    }
    return requested.equals("cfq")
        ? requested + " (" + kernelName + " stands in)"
        : requested + " (" + kernelName + ")";
  }

  private static String unavailable(
      String device, String requested, List<String> available, boolean substitute) {
    String offer = "available: " + (available.isEmpty() ? "nothing" : String.join(", ", available));
    if (requested.equals("anticipatory") || requested.equals("as")) {
      return requested
          + " is not a scheduler of "
          + device
          + ": it left Linux in 2.6.33 and has no successor; "
          + offer;
    }
    if (requested.equals("cfq")) {
      return "cfq is not a scheduler of "
          + device
          + (substitute
              ? ", and neither is bfq, its successor; " + offer
              : "; " + offer + " (its successor bfq may not stand in with substitute=false)");
    }
    List<String> known = new ArrayList<>(available);
    for (String name : List.of("noop", "none", "deadline", "mq-deadline")) {
      if (available.contains(SAME_POLICY.getOrDefault(name, name))) {
        known.add(name);
      }
    }
    if (substitute && available.contains("bfq")) {
      known.add("cfq");
    }
    return requested
        + " is not a scheduler of "
        + device
        + "; "
        + offer
        + Nearest.to(requested, known).map(near -> " (did you mean " + near + "?)").orElse("");
  }
}

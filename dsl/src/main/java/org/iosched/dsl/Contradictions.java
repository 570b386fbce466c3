package org.iosched.dsl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds expectations that cannot hold together, whatever is measured. In logarithms every claim
 * bounds the difference of two unknowns, and such bounds contradict each other exactly when their
 * graph has a cycle of negative length (Cormen et al., Introduction to Algorithms, "Difference
 * constraints and shortest paths").
 */
public final class Contradictions {

  /** Far below any difference that a sentence can state, far above rounding. */
  private static final double TOLERANCE = 1e-9;

  private Contradictions() {}

  /**
   * Returns one sentence for each pair of expectations that cannot both hold or, where every pair
   * can, for a larger group that cannot. Expectations about a baseline, and those that name arms
   * that are not there, are left out.
   *
   * @param expectations the expectations of one benchmark
   * @param armNames the names of its arms
   */
  public static List<String> find(List<Expectation> expectations, List<String> armNames) {
    List<Expectation> known =
        expectations.stream()
            .filter(e -> !(e.object() instanceof Reference.Baseline))
            .filter(e -> ArmNames.problem(e, armNames).isEmpty())
            .toList();
    List<String> found = new ArrayList<>();
    for (int i = 0; i < known.size(); i++) {
      for (int j = i + 1; j < known.size(); j++) {
        List<Expectation> pair = List.of(known.get(i), known.get(j));
        if (conflict(pair, armNames).isPresent()) {
          found.add(sentence(pair));
        }
      }
    }
    if (found.isEmpty()) {
      conflict(known, armNames).ifPresent(group -> found.add(sentence(group)));
    }
    return List.copyOf(found);
  }

  private static String sentence(List<Expectation> group) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < group.size(); i++) {
      text.append(i == 0 ? "" : i == group.size() - 1 ? " and " : ", ")
          .append('"')
          .append(group.get(i))
          .append("\" (")
          .append(group.get(i).meaning())
          .append(')');
    }
    return text + (group.size() == 2 ? " cannot both hold" : " cannot all hold");
  }

  /** unknown(left) − unknown(right) ≤ most, as an expectation claims it. */
  private record Edge(int left, int right, double most, Expectation expectation) {}

  /** One unknown: the logarithm of a metric of an arm in a phase; the empty arm is zero. */
  private record Unknown(String arm, Optional<Metric> metric, Phase phase) {}

  private static Optional<List<Expectation>> conflict(
      List<Expectation> expectations, List<String> armNames) {
    Map<Unknown, Integer> numbers = new HashMap<>();
    List<Edge> edges = new ArrayList<>();
    for (Expectation expectation : expectations) {
      for (Claim claim : Claims.of(expectation, armNames)) {
        edges.add(edge(claim, expectation, numbers));
      }
    }
    return negativeCycle(numbers.size(), edges);
  }

  private static Edge edge(Claim claim, Expectation expectation, Map<Unknown, Integer> numbers) {
    Phase phase = expectation.phase();
    boolean time = claim.metric().quantity() == Quantity.TIME;
    // Work that takes a time has a speed, its inverse: claims about either meet in one unknown.
    Metric metric =
        time
            ? new Metric(claim.metric().job(), claim.metric().side(), Quantity.SPEED)
            : claim.metric();
    double sign = time ? -1 : 1;
    int arm = number(numbers, new Unknown(claim.arm(), Optional.of(metric), phase));
    int other =
        claim instanceof Claim.Ratio ratio
            ? number(numbers, new Unknown(ratio.other(), Optional.of(metric), phase))
            : number(numbers, new Unknown("", Optional.empty(), new Phase.WholeRun()));
    double bound = sign * Math.log(claim.threshold());
    boolean atMost = (claim.sense() == Claim.Sense.AT_MOST) != time;
    return atMost
        ? new Edge(arm, other, bound, expectation)
        : new Edge(other, arm, -bound, expectation);
  }

  private static int number(Map<Unknown, Integer> numbers, Unknown unknown) {
    return numbers.computeIfAbsent(unknown, u -> numbers.size());
  }

  /** Bellman and Ford's search, from a source that reaches every unknown at distance zero. */
  private static Optional<List<Expectation>> negativeCycle(int unknowns, List<Edge> edges) {
    double[] distance = new double[unknowns];
    Edge[] cameBy = new Edge[unknowns];
    int changed = -1;
    for (int pass = 0; pass <= unknowns; pass++) {
      changed = -1;
      for (Edge edge : edges) {
        double reached = distance[edge.right()] + edge.most();
        if (reached < distance[edge.left()] - TOLERANCE) {
          distance[edge.left()] = reached;
          cameBy[edge.left()] = edge;
          changed = edge.left();
        }
      }
      if (changed < 0) {
        return Optional.empty();
      }
    }
    int onCycle = changed;
    for (int step = 0; step < unknowns; step++) {
      onCycle = cameBy[onCycle].right();
    }
    Set<Expectation> group = new LinkedHashSet<>();
    int at = onCycle;
    do {
      group.add(cameBy[at].expectation());
      at = cameBy[at].right();
    } while (at != onCycle);
    return Optional.of(List.copyOf(group));
  }
}

package org.iosched.reports;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.iosched.dsl.Verdict;

/**
 * The figure in the first line of a verdict's message.
 *
 * @param subject what was compared, e.g. {@code "speed none/bfq"} or {@code "p99 latency of bfq"}
 * @param estimate e.g. {@code "0.723"}
 * @param interval e.g. {@code "93.9% interval 0.712 to 0.730"}
 * @param claim e.g. {@code "at least 0.909"}
 * @param rest the number of rounds and, where they do not decide, how many would
 */
record Headline(String subject, String estimate, String interval, String claim, String rest) {

  private static final Pattern FIGURE =
      Pattern.compile(
          "(?:typical )?(?<subject>.+?) = (?<estimate>[^(]+) \\((?<interval>[^;]+); (?<claim>at"
              + " (?:least|most) [^)]+) claimed\\), (?<rest>.+)");

  /** Reads a message; empty where it holds no figure, or is worded by another version. */
  static Optional<Headline> of(Verdict verdict) {
    String head = VerdictWords.outcome(verdict.outcome()) + ": " + verdict.expectation() + ": ";
    if (!verdict.message().startsWith(head)) {
      return Optional.empty();
    }
    String first = verdict.message().substring(head.length()).lines().findFirst().orElse("");
    Matcher figure = FIGURE.matcher(first);
    return figure.matches()
        ? Optional.of(
            new Headline(
                figure.group("subject"),
                figure.group("estimate"),
                figure.group("interval"),
                figure.group("claim"),
                figure.group("rest")))
        : Optional.empty();
  }

  /** Returns whether two arms are compared rather than one held to a value. */
  boolean isRatio() {
    return arms().contains("/");
  }

  /** Returns e.g. {@code "none/bfq"}, or {@code "bfq"} where a value is claimed. */
  String arms() {
    return subject.substring(subject.lastIndexOf(' ') + 1);
  }

  /** Returns e.g. {@code "speed"}. */
  String metric() {
    String metric = subject.substring(0, Math.max(0, subject.lastIndexOf(' ')));
    return metric.endsWith(" of") ? metric.substring(0, metric.length() - 3) : metric;
  }
}

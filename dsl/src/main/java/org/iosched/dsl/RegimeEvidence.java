package org.iosched.dsl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the samples hold about the claims of a sentence: about the phase that it names, else about
 * each regime of the runs.
 *
 * @param evidence one for each claim and each regime in which it has to hold
 * @param changes the changes of rate that were found, in the order of the claims
 * @param warnings what is to be said about them
 */
record RegimeEvidence(List<Evidence> evidence, List<RegimeChange> changes, List<Warning> warnings) {

  private static final String KIND = "regimes";

  /** Collects the evidence of several claims. */
  private static final class Collector {
    final List<Sample> samples;
    final boolean continuous;
    final List<Evidence> evidence = new ArrayList<>();
    final Set<RegimeChange> changes = new LinkedHashSet<>();
    final Set<Warning> warnings = new LinkedHashSet<>();
    private final Map<List<Object>, List<RegimeChange>> found = new HashMap<>();

    Collector(List<Sample> samples) {
      this.samples = samples;
      continuous = samples.stream().noneMatch(s -> s.metrics().containsKey(Metric.TIME));
    }

    /** Judges a claim in every regime of its arms. */
    void addWhole(Claim claim) {
      Metric metric = claim.metric();
      Evidence whole = Evidence.of(claim, samples);
      List<RegimeChange> own =
          !continuous && metric.quantity() == Quantity.SPEED ? List.of() : changesOf(claim);
      if (own.isEmpty()) {
        evidence.add(whole);
        return;
      }
      changes.addAll(own);
      List<Stretch> stretches = Regimes.between(own);
      Optional<String> whyWhole =
          continuous
              ? SampleStretch.whyWhole(metric, samplesOf(claim))
              : Optional.of("the work ends by itself");
      if (whyWhole.isPresent() || stretches.size() < 2) {
        warnings.add(
            new Warning(
                KIND,
                changing(own)
                    + ", and the claim was judged on the whole run: "
                    + whyWhole.orElse("the runs change at times too different to be parted")));
        evidence.add(whole);
        return;
      }
      for (Stretch stretch : stretches) {
        evidence.add(in(whole, stretch, stretch.words()).about(stretch));
      }
      warnings.add(
          new Warning(
              KIND,
              changing(own)
                  + "; the claim has to hold "
                  + stretches.stream().map(Stretch::words).collect(Collectors.joining(" and "))));
    }

    /** Judges a claim in the phase that the sentence names, whatever happens within it. */
    void addPhase(Claim claim, Phase phase) {
      Stretch stretch = Stretch.of(phase);
      Evidence own = in(Evidence.of(claim, samples), stretch, phase.toString());
      evidence.add(own);
      if (own.problem().isPresent()) {
        return;
      }
      List<RegimeChange> within =
          changesOf(claim).stream()
              .filter(
                  change ->
                      change.fromSeconds() < stretch.toSeconds()
                          && change.toSeconds() > stretch.fromSeconds())
              .toList();
      if (!within.isEmpty()) {
        changes.addAll(within);
        warnings.add(
            new Warning(
                KIND,
                changing(within) + ", and the phase \"" + phase + "\" was judged as a whole"));
      }
    }

    private Evidence in(Evidence whole, Stretch stretch, String words) {
      Claim claim = whole.claim();
      if (whole.problem().isPresent()) {
        return whole;
      }
      List<Sample> own = samplesOf(claim);
      Optional<String> whyWhole = SampleStretch.whyWhole(claim.metric(), own);
      if (whyWhole.isPresent()) {
        return Evidence.none(
            claim, whyWhole.get() + ", so that nothing can be said about \"" + words + "\"");
      }
      List<Sample> parts =
          own.stream().map(sample -> SampleStretch.of(sample, stretch, claim.metric())).toList();
      for (String arm : Evidence.armsOf(claim)) {
        if (parts.stream()
            .noneMatch(
                s ->
                    s.arm().equals(arm)
                        && (s.measured(claim.metric()).isPresent() || !s.latencies().isEmpty()))) {
          return Evidence.none(claim, tooShort(claim.metric(), arm, own, stretch, words));
        }
      }
      return Evidence.of(claim, parts);
    }

    private List<Sample> samplesOf(Claim claim) {
      List<String> arms = Evidence.armsOf(claim);
      return samples.stream().filter(sample -> arms.contains(sample.arm())).toList();
    }

    private List<RegimeChange> changesOf(Claim claim) {
      List<RegimeChange> own = new ArrayList<>();
      RateSeries.rateOf(claim.metric())
          .ifPresent(
              rate -> {
                for (String arm : Evidence.armsOf(claim)) {
                  own.addAll(
                      found.computeIfAbsent(
                          List.of(arm, rate), key -> Regimes.of(arm, rate, samples)));
                }
              });
      return own;
    }
  }

  /**
   * Collects the evidence.
   *
   * @param samples those that may decide: none of a contaminated round
   */
  static RegimeEvidence of(List<Claim> claims, Phase phase, List<Sample> samples) {
    Collector collector = new Collector(samples);
    for (Claim claim : claims) {
      if (phase instanceof Phase.WholeRun) {
        collector.addWhole(claim);
      } else {
        collector.addPhase(claim, phase);
      }
    }
    return new RegimeEvidence(
        List.copyOf(collector.evidence),
        List.copyOf(collector.changes),
        List.copyOf(collector.warnings));
  }

  /** Returns e.g. "each run has more than one regime (reader iops of bfq changes after 2.5 s)". */
  private static String changing(List<RegimeChange> changes) {
    return "each run has more than one regime ("
        + changes.stream()
            .map(
                change ->
                    change.metric()
                        + " of "
                        + change.arm()
                        + (change.after() > change.before() ? " rises after " : " falls after ")
                        + Stretch.seconds(change.typicalSeconds()))
            .distinct()
            .collect(Collectors.joining(", "))
        + ")";
  }

  private static String tooShort(
      Metric metric, String arm, List<Sample> samples, Stretch stretch, String words) {
    double longest =
        samples.stream()
            .filter(s -> s.arm().equals(arm))
            .mapToDouble(Sample::seconds)
            .max()
            .orElse(0);
    double end =
        Double.isInfinite(stretch.toSeconds()) ? stretch.fromSeconds() : stretch.toSeconds();
    return "the runs of "
        + arm
        + (end < longest
            ? " have no whole window \"" + words + "\" in which " + metric + " was recorded"
            : " lasted "
                + Shown.of(longest, Unit.SECONDS)
                + ", too short to judge "
                + metric
                + " \""
                + words
                + "\"");
  }
}

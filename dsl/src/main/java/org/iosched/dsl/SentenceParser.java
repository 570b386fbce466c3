package org.iosched.dsl;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Reads sentences by recursive descent over their words. */
final class SentenceParser {

  private static final List<String> RELATIONS = List.of("at least", "at most", "within", "takes");
  private static final List<String> DIRECTION_WORDS = List.copyOf(Vocabulary.DIRECTIONS.keySet());
  private static final List<String> PHASES = List.of("in the first", "after");
  private static final List<String> UNITS =
      List.of("ms", "us", "ns", "s", "m", "h", "MB/s", "kB/s", "GB/s", "MiB/s", "KiB/s", "GiB/s");
  private static final Pattern BEGINS_AS_NUMBER = Pattern.compile("[-.]?\\d");
  private static final Set<String> FACTOR_WORDS = Set.of("x", "times", "×");
  private static final Set<String> PERCENT_WORDS = Set.of("%", "percent");
  private static final BigDecimal MOST_NANOS = BigDecimal.valueOf(Duration.ofDays(2).toNanos());

  private final String sentence;
  private final List<Word> words;
  private final Map<Soundness.Part, Word> places = new EnumMap<>(Soundness.Part.class);
  private int next;

  private SentenceParser(String sentence) {
    this.sentence = sentence;
    this.words = Word.split(sentence);
  }

  static Expectation parse(String sentence) {
    return new SentenceParser(sentence).expectation();
  }

  static Expectation parse(String sentence, List<String> armNames) {
    SentenceParser parser = new SentenceParser(sentence);
    Expectation expectation = parser.expectation();
    ArmNames.problem(expectation, armNames).ifPresent(parser::refuse);
    return expectation;
  }

  /** Reads a metric on its own, e.g. {@code "p99 read latency"}. */
  static Metric parseMetric(String text) {
    SentenceParser parser = new SentenceParser(text);
    Metric metric = parser.metric(List.of());
    parser.end(List.of());
    return metric;
  }

  private Expectation expectation() {
    Subject subject = subject();
    Optional<Word> takes = accept("takes");
    Optional<Metric> before = Optional.empty();
    if (takes.isEmpty() && !nextIs("at") && !nextIs("within")) {
      before = Optional.of(metricBefore());
    }
    Head head = takes.isEmpty() && nextIs("within") ? within(before) : atLeastOrMost(takes, before);
    Phase phase = phase();
    end(phase instanceof Phase.WholeRun ? PHASES : List.of());
    Soundness.problem(subject, head.relation, head.metric, head.object).ifPresent(this::refuse);
    return new Expectation(subject, head.relation, head.metric, head.object, phase);
  }

  /** What stands between the subject and the phase. */
  private record Head(Relation relation, Metric metric, Reference object) {}

  private Subject subject() {
    Word word = need("a scheduler or \"every scheduler\" begins the sentence", "noop");
    place(Soundness.Part.SUBJECT, word);
    if (word.is("every")) {
      next++;
      Word scheduler = need("\"scheduler\" follows \"every\" here", "every scheduler");
      if (!scheduler.is("scheduler")) {
        throw problem(scheduler, "\"scheduler\" follows \"every\" here", List.of("scheduler"));
      }
      next++;
      return new Subject.EveryScheduler();
    }
    return new Subject.Named(name(word));
  }

  private String name(Word word) {
    String name = word.name();
    if (!Vocabulary.isArmName(name)) {
      throw problem(word, Vocabulary.notAName(name, "scheduler"), "noop");
    }
    next++;
    return name;
  }

  private Metric metricBefore() {
    Word word = need("what is claimed of it is missing", "at least 10% faster than");
    if (Vocabulary.DIRECTIONS.containsKey(word.lower())) {
      throw problem(word, "by how much is missing before it", "at least 10% " + word.lower());
    }
    if (word.is("is") || word.is("has")) {
      throw problem(word, "leave this word out", "at least");
    }
    if (Vocabulary.isReserved(word.text()) && !Vocabulary.isMetricWord(word.text())) {
      throw problem(
          word, "\"at least\", \"at most\", \"within\" or a metric belongs here", RELATIONS);
    }
    return metric(RELATIONS);
  }

  /** Reads {@code [JOB] [STATISTIC] [read|write] QUANTITY}. */
  private Metric metric(List<String> alternatives) {
    Word first = need("a metric is missing", "p99 read latency");
    if (first.is("than")) {
      throw problem(first, "a metric is missing before it", "p99 read latency");
    }
    place(Soundness.Part.METRIC, first);
    List<String> candidates = new ArrayList<>(alternatives);
    candidates.addAll(Vocabulary.METRIC_WORDS);
    Optional<String> job = Optional.empty();
    if (!Vocabulary.isMetricWord(first.text())) {
      job = Optional.of(job(first, candidates));
      next++;
    }
    Optional<Word> statistic = Optional.empty();
    Optional<Side> side = Optional.empty();
    while (true) {
      Word word = need("a metric is unfinished", "latency");
      next++;
      Optional<Side> sideRead = Optional.ofNullable(Vocabulary.SIDES.get(word.lower()));
      Optional<Quantity> quantity = Optional.ofNullable(Vocabulary.QUANTITIES.get(word.lower()));
      if (quantity.isPresent()) {
        Quantity read = statistic.isPresent() ? statistic(statistic.get(), word) : quantity.get();
        return new Metric(job, side.orElse(Side.BOTH), read);
      } else if (Vocabulary.STATISTICS.containsKey(word.lower()) && statistic.isEmpty()) {
        statistic = Optional.of(word);
      } else if (sideRead.isPresent() && side.isEmpty()) {
        side = sideRead;
      } else {
        boolean repeated = Vocabulary.isMetricWord(word.text());
        throw problem(
            word,
            repeated ? "the metric says this already" : "the metric ends in none of its words",
            List.copyOf(Vocabulary.QUANTITIES.keySet()));
      }
    }
  }

  private Quantity statistic(Word statistic, Word quantity) {
    boolean response = quantity.is("response");
    if (!response && !quantity.is("latency")) {
      throw problem(
          statistic,
          "goes with latency and response only, not with " + quantity.lower(),
          "mean latency");
    }
    Quantity read = Optional.ofNullable(Vocabulary.STATISTICS.get(statistic.lower())).orElseThrow();
    return response ? read.ofResponse() : read;
  }

  /** Takes a word for a job's name only where a metric follows, and else finds the culprit. */
  private String job(Word first, List<String> candidates) {
    Optional<Word> second = next + 1 < words.size() ? Optional.of(words.get(next + 1)) : none();
    boolean metricFollows = second.filter(w -> Vocabulary.isMetricWord(w.text())).isPresent();
    if (!metricFollows || !Vocabulary.isJobName(first.text())) {
      Optional<Word> slip =
          second
              .filter(w -> Vocabulary.isJobName(first.text()) && !Vocabulary.isReserved(w.text()))
              .filter(w -> Nearest.to(w.text(), Vocabulary.METRIC_WORDS).isPresent());
      if (slip.isPresent()) {
        throw problem(slip.get(), "no such metric", Vocabulary.METRIC_WORDS);
      }
      throw problem(first, "neither a metric nor a job with a metric after it", candidates);
    }
    return first.text();
  }

  private Head within(Optional<Metric> before) {
    next++;
    Word amount = need("how much is missing", "within 5% of");
    place(Soundness.Part.AMOUNT, amount);
    Difference difference =
        difference(amount)
            .orElseThrow(() -> problem(amount, "needs to be a percentage or a factor", "5%"));
    expect("of", "within 5% of");
    Metric metric = before.orElse(Metric.SPEED);
    if (before.isEmpty() && metricFollowsOf()) {
      accept("the");
      metric = metric(List.of());
      expect("of", "of");
    }
    return new Head(new Relation.Within(difference), metric, reference());
  }

  private boolean metricFollowsOf() {
    int start = nextIs("the") ? next + 1 : next;
    if (start > next && (wordIs(start, "best") || wordIs(start, "baseline"))) {
      return false;
    }
    return start > next
        || (start < words.size() && Vocabulary.isMetricWord(words.get(start).text()))
        || (start + 1 < words.size() && Vocabulary.isMetricWord(words.get(start + 1).text()));
  }

  private Head atLeastOrMost(Optional<Word> takes, Optional<Metric> before) {
    Word at = need("\"at least\", \"at most\" or \"within\" belongs here", "at least 10% faster");
    if (!at.is("at")) {
      throw problem(at, "\"at least\" or \"at most\" belongs here", RELATIONS);
    }
    next++;
    Word limit = need("\"least\" or \"most\" is missing", "at least");
    if (!limit.is("least") && !limit.is("most")) {
      throw problem(limit, "\"at\" is followed by \"least\" or \"most\"", List.of("least", "most"));
    }
    next++;
    Claim.Sense sense = limit.is("least") ? Claim.Sense.AT_LEAST : Claim.Sense.AT_MOST;
    Word amount = need("how much is missing", "10%");
    place(Soundness.Part.AMOUNT, amount);
    Optional<Difference> difference = difference(amount);
    return difference.isPresent()
        ? differs(takes, before, sense, difference.get())
        : limited(takes, before, sense, amount);
  }

  private Head differs(
      Optional<Word> takes, Optional<Metric> before, Claim.Sense sense, Difference difference) {
    Word word = need("which way it differs is missing", "faster");
    Direction direction =
        Optional.ofNullable(Vocabulary.DIRECTIONS.get(word.lower()))
            .orElseThrow(
                () ->
                    problem(
                        word,
                        "one of " + String.join(", ", DIRECTION_WORDS) + " belongs here",
                        DIRECTION_WORDS));
    place(Soundness.Part.DIRECTION, word);
    next++;
    Metric metric;
    if (before.isPresent()) {
      metric = before.get();
    } else if (Wording.isOfSpeed(direction) && (nextIs("than") || next == words.size())) {
      metric = Metric.SPEED;
    } else {
      metric = metric(Wording.isOfSpeed(direction) ? List.of("than") : List.of());
    }
    takes.ifPresent(taken -> checkTakes(taken, metric));
    expect("than", "than");
    return new Head(new Relation.Differs(sense, difference, direction), metric, reference());
  }

  private Head limited(
      Optional<Word> takes, Optional<Metric> before, Claim.Sense sense, Word amount) {
    if (!BEGINS_AS_NUMBER.matcher(amount.text()).lookingAt()) {
      throw problem(amount, "an amount belongs here, such as 10%, 2x, 5 ms or 50k", "10%");
    }
    next++;
    boolean bare = Numbers.isNumber(amount.text());
    StringBuilder text = new StringBuilder(amount.text());
    if (next < words.size() && bare && Vocabulary.isUnitWord(words.get(next).text())) {
      text.append(' ').append(words.get(next).text());
      next++;
    } else if (next < words.size() && bare && DIRECTION_WORDS.contains(words.get(next).lower())) {
      throw problem(amount, "neither % nor x follows the number", amount.text() + "%");
    }
    if (nextIs("per")) {
      next++;
      expect("io", "per io");
      text.append(" per io");
    }
    place(Soundness.Part.OBJECT, amount);
    Metric metric;
    if (before.isPresent()) {
      metric = before.get();
    } else if (takes.isPresent() && (next == words.size() || nextIs("in") || nextIs("after"))) {
      metric = Metric.TIME;
    } else if (next == words.size() || nextIs("in") || nextIs("after")) {
      throw problemAtNext(
          "of which metric this is a bound is missing, or \"takes\" before \"at\"",
          Optional.empty(),
          "p99 latency");
    } else {
      metric = metric(bare ? UNITS : List.of());
    }
    takes.ifPresent(taken -> checkTakes(taken, metric));
    Amount bound;
    try {
      bound = Amount.parse(text.toString(), metric.quantity());
    } catch (IllegalArgumentException e) {
      if (bare && before.isPresent() && next < words.size() && !nextIs("in") && !nextIs("after")) {
        throw problem(words.get(next), "no unit of " + before.get(), UNITS);
      }
      throw problem(amount, reason(e), exampleOf(metric.quantity()));
    }
    return new Head(new Relation.Limited(sense), metric, new Reference.Bound(bound));
  }

  private static String exampleOf(Quantity quantity) {
    return switch (quantity) {
      case IOPS -> "50k";
      case BANDWIDTH -> "200 MB/s";
      case TIME -> "3m30s";
      default -> "5 ms";
    };
  }

  private void checkTakes(Word takes, Metric metric) {
    if (metric.quantity() != Quantity.TIME && metric.quantity() != Quantity.CPU) {
      throw problem(
          takes, "a scheduler takes time or cpu; leave it out before " + metric, "at least");
    }
  }

  /** Reads {@code 10%}, {@code 10 %}, {@code 10 percent}, {@code 5x} or {@code 5 times}. */
  private Optional<Difference> difference(Word amount) {
    String text = amount.text();
    String number = text;
    String sign = "";
    int used = 1;
    if (Numbers.isNumber(text) && next + 1 < words.size()) {
      sign = words.get(next + 1).lower();
      used = 2;
    } else if (!text.isEmpty()) {
      number = text.substring(0, text.length() - 1);
      sign = Vocabulary.lower(text.substring(text.length() - 1));
    }
    boolean percent = PERCENT_WORDS.contains(sign);
    if (!Numbers.isNumber(number) || (!percent && !FACTOR_WORDS.contains(sign))) {
      return Optional.empty();
    }
    next += used;
    try {
      BigDecimal value = new BigDecimal(number);
      return Optional.of(percent ? new Difference.Percent(value) : new Difference.Times(value));
    } catch (IllegalArgumentException e) {
      throw problem(amount, reason(e), Optional.empty(), "");
    }
  }

  private Reference reference() {
    Word word = need("what it is compared with is missing", "every other");
    place(Soundness.Part.OBJECT, word);
    if (word.is("every")) {
      next++;
      expect("other", "every other");
      accept("scheduler");
      return new Reference.EveryOther();
    }
    boolean the = accept("the").isPresent();
    if (the && nextIs("best")) {
      next++;
      return new Reference.TheBest();
    }
    if (nextIs("baseline")) {
      next++;
      return new Reference.Baseline();
    }
    if (the) {
      throw problemAtNext(
          "\"the best\" or \"the baseline\" belongs here",
          nearestToNext("best", "baseline"),
          "best");
    }
    return new Reference.Other(name(word));
  }

  private Phase phase() {
    if (nextIs("in")) {
      next++;
      expect("the", "in the first 2 s");
      expect("first", "in the first 2 s");
      Word start = need("how long is missing", "2 s");
      Duration length = duration(start);
      return checkedPhase(start, () -> new Phase.InTheFirst(length));
    }
    if (nextIs("after")) {
      next++;
      Word start = need("how long is missing", "5 s");
      Duration length = duration(start);
      return checkedPhase(start, () -> new Phase.After(length));
    }
    return new Phase.WholeRun();
  }

  private Phase checkedPhase(Word start, Supplier<Phase> phase) {
    try {
      return phase.get();
    } catch (IllegalArgumentException e) {
      throw problem(start, reason(e), "2 s");
    }
  }

  private Duration duration(Word start) {
    next++;
    String text = start.text();
    if (Numbers.isNumber(text) && next < words.size()) {
      text += " " + words.get(next).text();
      next++;
    }
    BigDecimal nanos;
    try {
      nanos = Amount.nanos(text);
    } catch (IllegalArgumentException e) {
      throw problem(start, reason(e), "2 s");
    }
    if (nanos.compareTo(MOST_NANOS) > 0 || nanos.stripTrailingZeros().scale() > 0) {
      throw problem(start, "a phase is counted in whole nanoseconds, up to a day", "2 s");
    }
    return Duration.ofNanos(nanos.longValueExact());
  }

  private void end(List<String> possible) {
    if (next < words.size()) {
      throw problem(
          words.get(next),
          possible.isEmpty()
              ? "nothing may follow here"
              : "only a phase may follow here, \"in the first 2 s\" or \"after 5 s\"",
          possible);
    }
  }

  private void refuse(Soundness.Problem problem) {
    Word word = Optional.ofNullable(places.get(problem.part())).orElseGet(this::endOfSentence);
    throw problem(word, problem.message(), problem.instead(), "");
  }

  private void place(Soundness.Part part, Word word) {
    places.put(part, word);
  }

  private Word need(String problem, String example) {
    if (next < words.size()) {
      return words.get(next);
    }
    throw problemAtNext(problem, Optional.empty(), example);
  }

  private void expect(String expected, String example) {
    Word word = need("\"" + expected + "\" is missing", example);
    if (!word.is(expected)) {
      throw problem(word, "\"" + expected + "\" belongs here", List.of(expected));
    }
    next++;
  }

  private Optional<Word> accept(String expected) {
    if (nextIs(expected)) {
      return Optional.of(words.get(next++));
    }
    return none();
  }

  private boolean nextIs(String expected) {
    return wordIs(next, expected);
  }

  private boolean wordIs(int index, String expected) {
    return index < words.size() && words.get(index).is(expected);
  }

  private Word endOfSentence() {
    return new Word("", sentence.stripTrailing().length());
  }

  private Optional<String> nearestToNext(String... candidates) {
    return next < words.size()
        ? Nearest.to(words.get(next).text(), List.of(candidates))
        : Optional.empty();
  }

  private SentenceException problemAtNext(
      String problem, Optional<String> nearest, String example) {
    Word word = next < words.size() ? words.get(next) : endOfSentence();
    return problem(word, problem, nearest, example);
  }

  /** Suggests the nearest candidate, or the first where none is near. */
  private SentenceException problem(Word word, String problem, List<String> candidates) {
    Optional<String> other = Optional.ofNullable(Vocabulary.OTHER_WORDS.get(word.lower()));
    return problem(
        word,
        problem,
        other.or(() -> Nearest.to(word.text(), candidates)),
        candidates.isEmpty() ? "" : candidates.get(0));
  }

  private SentenceException problem(Word word, String problem, String example) {
    Optional<String> other = Optional.ofNullable(Vocabulary.OTHER_WORDS.get(word.lower()));
    return problem(word, problem, other, example);
  }

  private SentenceException problem(
      Word word, String problem, Optional<String> nearest, String example) {
    return new SentenceException(
        sentence, word.text(), word.start() + 1, problem, nearest, example);
  }

  private static String reason(IllegalArgumentException e) {
    return String.valueOf(e.getMessage());
  }

  private static Optional<Word> none() {
    return Optional.empty();
  }
}

package org.iosched.dsl;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads arms as users write them: {@code [NAME =] SCHEDULER [TUNABLE=VALUE, …]}. */
public final class Arms {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]+");
  private static final Pattern TUNABLE = Pattern.compile("[A-Za-z0-9_]+");
  private static final Pattern VALUE = Pattern.compile("[^\\s,=\\[\\]]+");
  private static final Pattern BLANKS = Pattern.compile("\\s*");

  private final String text;
  private int at;

  private Arms(String text) {
    this.text = text;
  }

  /**
   * Reads one arm, e.g. {@code "noop"}, {@code "eager = deadline[fifo_batch=1]"} or {@code
   * "bfq[low_latency=0,slice_idle=0]"}. An arm without a name of its own is called as it is
   * requested, tunables included.
   *
   * @throws ArmException with the position, if the text is no arm
   */
  public static Arm parse(String text) {
    return new Arms(text).arm();
  }

  /**
   * Reads several arms and sees to it that a sentence can tell them apart.
   *
   * @throws ArmException if a text is no arm, or two arms have the same name
   */
  public static List<Arm> parseAll(List<String> texts) {
    Map<String, Arm> byName = new LinkedHashMap<>();
    for (String text : texts) {
      Arm arm = parse(text);
      Arm earlier = byName.putIfAbsent(arm.name(), arm);
      if (earlier != null) {
        throw new ArmException(
            text,
            1,
            "two arms are called "
                + arm.name()
                + ": "
                + earlier.requested()
                + " and "
                + arm.requested()
                + "; give one a name of its own, as in \"other = "
                + arm.requested()
                + "\"");
      }
    }
    return List.copyOf(byName.values());
  }

  /** Returns the names that expectations use, in the order of the arms. */
  public static List<String> names(List<Arm> arms) {
    List<String> names = new ArrayList<>();
    arms.forEach(arm -> names.add(arm.name()));
    return List.copyOf(names);
  }

  private Arm arm() {
    skipBlanks();
    int nameAt = at;
    String first = take(NAME, "a scheduler's name is expected here, as in \"noop\"");
    skipBlanks();
    String scheduler = first;
    boolean named = peek('=');
    if (named) {
      at++;
      skipBlanks();
      scheduler = take(NAME, "the scheduler that " + first + " stands for is expected here");
      skipBlanks();
    }
    Map<String, String> tunables = peek('[') ? tunables() : Map.of();
    skipBlanks();
    if (at < text.length()) {
      throw problem(
          peek(',')
              ? "one arm at a time: write each scheduler as a string of its own"
              : "the arm ends before this; an arm reads \"name = scheduler[tunable=value]\"");
    }
    Arm arm = new Arm(first, scheduler, tunables);
    if (Vocabulary.isReserved(first)) {
      at = nameAt;
      throw problem(
          Vocabulary.notAName(first, "scheduler") + ", since expectations could not tell it apart");
    }
    return named ? arm : new Arm(arm.requested(), scheduler, tunables);
  }

  private Map<String, String> tunables() {
    Map<String, String> tunables = new LinkedHashMap<>();
    do {
      at++; // the bracket or the comma
      skipBlanks();
      int keyAt = at;
      String key =
          take(TUNABLE, "a tunable is expected here, a file of queue/iosched as in fifo_batch=1");
      skipBlanks();
      if (!peek('=')) {
        throw problem("a value for " + key + " is expected here, as in " + key + "=1");
      }
      at++;
      skipBlanks();
      String value = take(VALUE, "a value for " + key + " is expected here");
      if (tunables.put(key, value) != null) {
        at = keyAt;
        throw problem(key + " is set twice");
      }
      skipBlanks();
    } while (peek(','));
    if (!peek(']')) {
      throw problem("',' or ']' is expected here");
    }
    at++;
    return Collections.unmodifiableMap(tunables);
  }

  private String take(Pattern pattern, String problem) {
    Matcher matcher = pattern.matcher(text).region(at, text.length());
    if (!matcher.lookingAt()) {
      throw problem(problem);
    }
    at = matcher.end();
    return matcher.group();
  }

  private void skipBlanks() {
    Matcher matcher = BLANKS.matcher(text).region(at, text.length());
    if (matcher.lookingAt()) {
      at = matcher.end();
    }
  }

  private boolean peek(char expected) {
    return at < text.length() && text.charAt(at) == expected;
  }

  private ArmException problem(String message) {
    return new ArmException(text, at + 1, message);
  }
}

package org.iosched.dsl;

import java.util.regex.Pattern;

/**
 * Something that befell a sample. A marked sample stays in the results; whether its round still
 * decides is told by {@link #contaminates()}.
 *
 * @param kind a short stable word for result files, e.g. {@code "scheduler-changed"}
 * @param message one sentence for a person
 * @param contaminates whether the round is repeated and left out of the decision
 */
public record Mark(String kind, String message, boolean contaminates) {

  /** The kind of the mark of samples that this run did not measure itself. */
  public static final String RECORDED = "recorded";

  private static final Pattern FIGURE = Pattern.compile("\\d+(\\.\\d+)?( [kMGT]B)?");

  /**
   * Returns the message with all figures alike: marks that differ in their figures only tell of the
   * same thing.
   */
  public String withoutFigures() {
    return FIGURE.matcher(message).replaceAll("0");
  }
}

package org.iosched.dsl;

/**
 * A reason to read a verdict with care. Warnings are values: they stand in result files, messages
 * and reports.
 *
 * @param kind a short stable word for result files, e.g. {@code "few-rounds"}
 * @param message one sentence for a person
 */
public record Warning(String kind, String message) {}

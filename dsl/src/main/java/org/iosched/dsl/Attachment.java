package org.iosched.dsl;

/**
 * What a workload's tool wrote of a run, kept as it wrote it.
 *
 * @param name what it is, for people, e.g. {@code "fio.json"}
 * @param mediaType its kind, e.g. {@code "application/json"}
 * @param file where it is kept: a path relative to the folder of {@code results.json}, with {@code
 *     /} between its parts
 */
public record Attachment(String name, String mediaType, String file) {}

package org.iosched.workload;

/**
 * What a program wrote until it ended.
 *
 * @param status its exit status; 128 plus the signal's number where a signal ended it
 * @param out its standard output, read as UTF-8
 * @param err its standard error, read as UTF-8
 */
public record ProgramOutput(int status, String out, String err) {}

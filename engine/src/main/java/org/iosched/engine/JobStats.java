package org.iosched.engine;

/**
 * What one job of a run measured.
 *
 * @param name the job's name
 * @param read its reads
 * @param write its writes
 */
public record JobStats(String name, SideStats read, SideStats write) {}

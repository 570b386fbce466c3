package org.iosched.engine;

/**
 * What one job of a run measured.
 *
 * @param name the job's name
 * @param read its reads
 * @param write its writes
 * @param userCpuSeconds processor time of its threads in user mode
 * @param systemCpuSeconds processor time of its threads in the kernel
 */
public record JobStats(
    String name, SideStats read, SideStats write, double userCpuSeconds, double systemCpuSeconds) {}

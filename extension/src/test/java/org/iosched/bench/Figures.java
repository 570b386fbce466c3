package org.iosched.bench;

/**
 * What one run of one job came to.
 *
 * @param iops I/Os per second
 * @param bytesPerSecond bandwidth
 * @param cpuNanos processor time of the whole process per I/O, its io_uring workers in the kernel
 *     included
 * @param p50Nanos the median latency, from submission to completion
 * @param p99Nanos the 99th percentile of it
 */
record Figures(
    double iops, double bytesPerSecond, double cpuNanos, double p50Nanos, double p99Nanos) {}

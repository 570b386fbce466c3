package org.iosched.device;

import java.nio.file.Path;
import java.util.Map;

/**
 * A block device that the run has made, which nobody else's data is on.
 *
 * @param node its file below {@code /dev}
 * @param bytes its size
 * @param what it is, in words
 * @param filled whether all of it has been written
 * @param keepsContent whether what is written can be read again
 * @param facts what reports tell about it beside that
 */
record MadeDevice(
    Path node,
    long bytes,
    String what,
    boolean filled,
    boolean keepsContent,
    Map<String, String> facts) {}

package org.iosched.workload;

import java.io.IOException;

/** Starts a process so that it is found and ended should the run die. */
@FunctionalInterface
public interface ProcessStarter {

  /**
   * Starts the process.
   *
   * @throws IOException as {@link ProcessBuilder#start()} does
   */
  Process start(ProcessBuilder builder) throws IOException;
}

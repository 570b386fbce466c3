package org.iosched.extension;

/** Which load generator runs jobs in fio's language: {@code iosched.engine}. */
enum EngineChoice {
  /** The embedded engine, and the fio binary where the jobs need it. */
  AUTO,
  /** The embedded engine, which refuses what it does not run. */
  EMBEDDED,
  /** The fio binary. */
  FIO
}

package org.iosched.engine;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.EnumMap;
import java.util.Map;
import org.iosched.engine.EngineOptions.IoPath;

/** One warm process for each I/O path, since starting one takes longer than a test. */
final class RunningEngines implements AutoCloseable {
  private final Map<IoPath, EngineProcess> engines = new EnumMap<>(IoPath.class);

  /** Returns the process of a path; skips the test where the kernel refuses io_uring. */
  EngineProcess on(IoPath path) throws InterruptedException {
    EngineProcess engine = engines.get(path);
    if (engine != null && engine.alive()) {
      return engine;
    }
    if (path == IoPath.IO_URING) {
      EngineProcess auto = on(IoPath.AUTO);
      assumeTrue(
          auto.ready().whyNoRing() == null,
          () -> "io_uring is refused here: " + auto.ready().whyNoRing());
    }
    EngineProcess started = EngineProcess.start(new EngineOptions(path));
    engines.put(path, started);
    return started;
  }

  @Override
  public void close() {
    engines.values().forEach(EngineProcess::close);
    engines.clear();
  }
}

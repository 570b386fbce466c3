package org.iosched.device;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/** The processes of a run: how they are marked, and the cgroup they are kept in. */
final class Workload {

  /** The environment variable that carries the run's name. */
  static final String MARK = "IOSCHED_RUN";

  private final String run;
  private final Optional<Path> cgroup;

  private Workload(String run, Optional<Path> cgroup) {
    this.run = run;
    this.cgroup = cgroup;
  }

  /** Returns where the run's cgroup can be made, without making it. */
  static Optional<Path> placeForCgroup(Host host, String run) {
    try {
      Optional<Mount> mount =
          Mount.all(host).stream().filter(m -> m.type().equals("cgroup2")).findFirst();
      // The entry of the unified hierarchy: cgroups(7).
      Optional<String> own =
          Files.readAllLines(host.proc().resolve("self/cgroup")).stream()
              .filter(line -> line.startsWith("0::/"))
              .map(line -> line.substring("0::/".length()))
              .findFirst();
      return mount
          .flatMap(m -> own.map(o -> m.point().resolve(o)))
          .filter(Files::isWritable)
          .map(parent -> parent.resolve("iosched-" + run));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Makes the run's cgroup where there is a place for it. */
  static Workload of(String run, Optional<Path> place) {
    Optional<Path> cgroup = Optional.empty();
    if (place.isPresent()) {
      try {
        cgroup = Optional.of(Files.createDirectory(place.get()));
      } catch (IOException e) {
        // The mark in the environment finds the processes as well, only not those that clear it.
      }
    }
    return new Workload(run, cgroup);
  }

  /** Returns the run's name. */
  String run() {
    return run;
  }

  /** Returns the run's cgroup. */
  Optional<Path> cgroup() {
    return cgroup;
  }

  /** Starts a process that carries the mark and is in the cgroup. */
  Process start(ProcessBuilder builder) throws IOException {
    builder.environment().put(MARK, run);
    Process process = builder.start();
    if (cgroup.isPresent()) {
      try {
        Files.write(
            cgroup.get().resolve("cgroup.procs"),
            List.of(Long.toString(process.pid())),
            StandardCharsets.UTF_8,
            StandardOpenOption.WRITE);
      } catch (IOException e) {
        // It has ended already, or a stricter hierarchy refuses it; the mark remains.
      }
    }
    return process;
  }
}

package org.iosched.extension;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.iosched.device.Copies;
import org.iosched.device.Counters;
import org.iosched.device.Description;
import org.iosched.device.DeviceException;
import org.iosched.device.QueueAttribute;
import org.iosched.device.TestDevice;
import org.jspecify.annotations.Nullable;

/** A device in memory, for what JUnit does around one; real devices have tests of their own. */
final class FakeDevice implements TestDevice {

  private final List<String> schedulers;
  private final String original;
  private final @Nullable String missingRights;
  private final List<String> history = new ArrayList<>();
  private final List<String> changes = new ArrayList<>();
  private String active;
  private boolean closed;
  private @Nullable Path workspace;
  private @Nullable Path target;

  FakeDevice(@Nullable String missingRights, String... schedulers) {
    this.schedulers = List.of(schedulers);
    this.original = schedulers[0];
    this.active = schedulers[0];
    this.missingRights = missingRights;
  }

  /** Returns every scheduler that was set, in order. */
  List<String> history() {
    return history;
  }

  /** Lets the next look after a run find this change. */
  void changeUnderTheRun(String sentence) {
    changes.add(sentence);
  }

  boolean closed() {
    return closed;
  }

  @Override
  public String name() {
    return "fake0";
  }

  @Override
  public Description describe() {
    return new Description(Map.of("device", "fake0"));
  }

  @Override
  public List<String> recovered() {
    return List.of();
  }

  @Override
  public List<String> schedulers() {
    return schedulers;
  }

  @Override
  public boolean tryLoad(String kernelName) {
    return schedulers.contains(kernelName);
  }

  @Override
  public String active() {
    return active;
  }

  @Override
  public Map<String, String> tunables() {
    return Map.of();
  }

  @Override
  public boolean canSwitch() {
    return missingRights == null;
  }

  @Override
  public Optional<String> missingRights() {
    return Optional.ofNullable(missingRights);
  }

  @Override
  public void switchTo(
      String kernelName, Map<String, String> tunables, Map<QueueAttribute, String> attributes) {
    if (closed || !schedulers.contains(kernelName)) {
      throw new DeviceException("fake0 cannot be switched to " + kernelName);
    }
    active = kernelName;
    history.add(
        kernelName
            + (tunables.isEmpty() ? "" : tunables.toString())
            + (attributes.isEmpty() ? "" : " with " + new TreeMap<>(attributes)));
  }

  @Override
  public Optional<String> changed() {
    return changes.isEmpty() ? Optional.empty() : Optional.of(changes.remove(0));
  }

  @Override
  public String tellChanges(String often) {
    return "fake0 was changed under the run " + often;
  }

  @Override
  public void closeSwitching() {
    closed = true;
  }

  @Override
  public Path target() {
    Path made = target;
    if (made == null) {
      try {
        made = Files.createTempFile("iosched-fake", ".img");
        Files.write(made, new byte[1 << 20]);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      target = made;
    }
    return made;
  }

  @Override
  public long targetBytes() {
    return 1 << 20;
  }

  @Override
  public boolean targetIsRaw() {
    return false;
  }

  @Override
  public Optional<String> refuseWrites() {
    return Optional.empty();
  }

  @Override
  public Path freshWorkspace() {
    removeWorkspace();
    try {
      Path made = Files.createTempDirectory("iosched-fake");
      workspace = made;
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void removeWorkspace() {
    Path made = workspace;
    if (made == null) {
      return;
    }
    try (Stream<Path> all = Files.walk(made)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    workspace = null;
  }

  @Override
  public Optional<String> coldCache() {
    return Optional.empty();
  }

  @Override
  public void durable(Path path) {}

  @Override
  public Counters counters() {
    return Counters.ZERO;
  }

  @Override
  public Map<String, Counters> countersBelow() {
    return Map.of();
  }

  @Override
  public Copies copies() {
    return Copies.NONE;
  }

  @Override
  public Process start(ProcessBuilder builder) throws IOException {
    return builder.start();
  }

  @Override
  public Optional<Path> cgroup() {
    return Optional.empty();
  }

  @Override
  public void close() {
    removeWorkspace();
    active = original;
    closed = true;
    try {
      if (target != null) {
        Files.deleteIfExists(target);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

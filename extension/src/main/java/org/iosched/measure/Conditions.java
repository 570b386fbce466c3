package org.iosched.measure;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The conditions of a run that a reader needs to judge it: kernel, processor, memory,
 * virtualization, power. Read from {@code /proc} and {@code /sys}; what cannot be read is left out.
 */
public final class Conditions {

  private static final Path CPU = Path.of("/sys/devices/system/cpu");

  private Conditions() {}

  /** Reads the conditions now, by name in reading order. */
  public static Map<String, String> collect() {
    Map<String, String> conditions = new LinkedHashMap<>();
    conditions.put(
        "kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    line(Path.of("/etc/os-release"), "PRETTY_NAME=")
        .ifPresent(os -> conditions.put("distribution", os.replace("\"", "")));
    conditions.put("architecture", System.getProperty("os.arch"));
    line(Path.of("/proc/cpuinfo"), "model name").ifPresent(cpu -> conditions.put("cpu", cpu));
    conditions.put("cpus", String.valueOf(Runtime.getRuntime().availableProcessors()));
    read(CPU.resolve("cpu0/cpufreq/scaling_governor"))
        .ifPresent(governor -> conditions.put("governor", governor));
    line(Path.of("/proc/meminfo"), "MemTotal:")
        .ifPresent(memory -> conditions.put("memory", memory));
    conditions.put("virtualization", virtualization());
    mitigations().ifPresent(text -> conditions.put("mitigations", text));
    power().ifPresent(text -> conditions.put("power", text));
    read(Path.of("/proc/loadavg")).ifPresent(load -> conditions.put("load at the end", load));
    conditions.put(
        "java", System.getProperty("java.vm.name") + " " + System.getProperty("java.version"));
    conditions.put("iosched", ownVersion());
    return conditions;
  }

  /** Returns the version of this software, or {@code "unknown"} outside a build. */
  public static String ownVersion() {
    try (InputStream version = Conditions.class.getResourceAsStream("version.txt")) {
      return version == null
          ? "unknown"
          : new String(version.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "unknown";
    }
  }

  private static String virtualization() {
    boolean hypervisor =
        line(Path.of("/proc/cpuinfo"), "flags").filter(f -> f.contains(" hypervisor")).isPresent();
    String vendor =
        read(Path.of("/sys/class/dmi/id/sys_vendor")).map(text -> " (" + text + ")").orElse("");
    if (Files.exists(Path.of("/.dockerenv")) || Files.exists(Path.of("/run/.containerenv"))) {
      return hypervisor ? "container in a virtual machine" + vendor : "container" + vendor;
    }
    return hypervisor ? "virtual machine" + vendor : "none seen" + vendor;
  }

  private static Optional<String> mitigations() {
    Map<String, String> found = new TreeMap<>();
    for (Path file : list(CPU.resolve("vulnerabilities"))) {
      read(file)
          .filter(text -> text.startsWith("Mitigation") || text.startsWith("Vulnerable"))
          .ifPresent(text -> found.put(file.getFileName().toString(), text));
    }
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            found.entrySet().stream()
                .map(e -> e.getKey() + ": " + e.getValue())
                .collect(Collectors.joining("; ")));
  }

  private static Optional<String> power() {
    List<String> supplies = new ArrayList<>();
    for (Path supply : list(Path.of("/sys/class/power_supply"))) {
      read(supply.resolve("type"))
          .ifPresent(
              type ->
                  supplies.add(
                      type
                          + read(supply.resolve("online"))
                              .map(on -> on.equals("1") ? " online" : " offline")
                              .or(() -> read(supply.resolve("status")).map(s -> " " + s))
                              .orElse("")));
    }
    return supplies.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", supplies));
  }

  private static Optional<String> line(Path file, String start) {
    return read(file).stream()
        .flatMap(String::lines)
        .filter(line -> line.startsWith(start))
        .map(line -> line.substring(start.length()).replaceFirst("^[\\s:]+", "").strip())
        .findFirst();
  }

  private static List<Path> list(Path directory) {
    List<Path> paths = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      entries.forEach(paths::add);
    } catch (IOException e) {
      // Not every machine has it.
    }
    return paths;
  }

  private static Optional<String> read(Path file) {
    try {
      return Optional.of(Files.readString(file).strip()).filter(text -> !text.isEmpty());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}

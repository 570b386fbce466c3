package org.iosched.device;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.iosched.dsl.Nearest;

/**
 * A device that the run is to make, as {@code null_blk:memory_backed=1,size=512m} asks for it.
 *
 * @param driver what makes it
 * @param settings parameters under the driver's names, without the size, in the order in which they
 *     were given
 * @param size bytes, if a size was given
 */
record VirtualDevice(Driver driver, Map<String, String> settings, OptionalLong size) {

  /**
   * Size of a device that lives in memory where none is asked for, and the image's is not smaller.
   */
  private static final long IN_MEMORY_BYTES = 256L << 20;

  private static final DeviceParameter SIZE = DeviceParameter.size("size");
  private static final DeviceParameter SECTOR_SIZE =
      DeviceParameter.choice("sector_size", "512", "1024", "2048", "4096");

  /** What makes a device. */
  enum Driver {
    /** A loop device over an image file: losetup(8). */
    LOOP(
        "loop",
        SIZE,
        DeviceParameter.directory("dir"),
        SECTOR_SIZE,
        DeviceParameter.choice("direct_io", "true", "false")),

    /** Documentation/block/null_blk.rst. */
    NULL_BLK(
        "null_blk",
        SIZE,
        DeviceParameter.number("completion_nsec", 0, 1_000_000_000),
        DeviceParameter.choice("irqmode", "0", "1", "2"),
        DeviceParameter.number("submit_queues", 1, 4096),
        DeviceParameter.number("hw_queue_depth", 1, 10_240),
        DeviceParameter.choice("memory_backed", "0", "1"),
        DeviceParameter.choice("blocksize", "512", "1024", "2048", "4096"),
        // The others, bio (0) and single-queue (1), have no scheduler or are gone.
        DeviceParameter.choice("queue_mode", "2"),
        DeviceParameter.number("mbps", 1, 40_960),
        DeviceParameter.number("max_sectors", 8, 65_536),
        DeviceParameter.choice("blocking", "0", "1"),
        DeviceParameter.choice("rotational", "0", "1")),

    /** The module's parameters, as {@code modinfo -p scsi_debug} tells them. */
    SCSI_DEBUG(
        "scsi_debug",
        SIZE,
        DeviceParameter.megabytes("dev_size_mb"),
        DeviceParameter.number("delay", 0, 1000),
        DeviceParameter.number("ndelay", 1, 999_999_999),
        SECTOR_SIZE,
        DeviceParameter.number("physblk_exp", 0, 15),
        DeviceParameter.number("max_queue", 1, 1024),
        DeviceParameter.number("host_max_queue", 1, 1024),
        DeviceParameter.number("submit_queues", 1, 1024),
        DeviceParameter.number("max_luns", 1, 256),
        DeviceParameter.number("num_tgts", 1, 16),
        DeviceParameter.number("opt_blks", 0, 65_535),
        DeviceParameter.number("opt_xferlen_exp", 0, 15));

    private final String word;

    // An unmodifiable list of records, whose functions keep no state.
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<DeviceParameter> parameters;

    Driver(String word, DeviceParameter... parameters) {
      this.word = word;
      this.parameters = List.of(parameters);
    }

    /** Returns its name, which for a kernel module is the module's. */
    String word() {
      return word;
    }
  }

  /** Copies the settings, keeping their order. */
  VirtualDevice {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }

  /**
   * Returns the device that is to be made; empty if the text names a path.
   *
   * @param device as the user gave it; nothing at all is a loop device
   * @throws DeviceException if a parameter is unknown, is given twice, or has a wrong value
   */
  static Optional<VirtualDevice> parse(String device) {
    if (device.isEmpty()) {
      return Optional.of(new VirtualDevice(Driver.LOOP, Map.of(), OptionalLong.empty()));
    }
    int colon = device.indexOf(':');
    // A path with a colon, such as those below /dev/disk/by-path, has a slash before it.
    if (colon < 0 || device.substring(0, colon).contains("/")) {
      return Optional.empty();
    }
    String word = device.substring(0, colon);
    return Optional.of(parsed(driver(word, device), device.substring(colon + 1)));
  }

  private static Driver driver(String word, String device) {
    List<String> words = Stream.of(Driver.values()).map(Driver::word).toList();
    if (!words.contains(word)) {
      throw new DeviceException(
          device
              + " is neither a path nor a device that a run can make; it makes "
              + words.stream().map(w -> w + ":").collect(Collectors.joining(", "))
              + Nearest.to(word, words).map(near -> " (did you mean " + near + ":?)").orElse(""));
    }
    return Driver.values()[words.indexOf(word)];
  }

  private static VirtualDevice parsed(Driver driver, String text) {
    Map<String, String> settings = new LinkedHashMap<>();
    OptionalLong size = OptionalLong.empty();
    for (String part : text.isBlank() ? List.<String>of() : List.of(text.split(",", -1))) {
      int equals = part.indexOf('=');
      String name = (equals < 0 ? part : part.substring(0, equals)).strip();
      String value = equals < 0 ? "" : part.substring(equals + 1).strip();
      DeviceParameter parameter = parameter(driver, name);
      parameter.check(driver.word(), value);
      OptionalLong bytes = parameter.bytes(value);
      boolean again =
          bytes.isPresent() ? size.isPresent() : settings.putIfAbsent(name, value) != null;
      if (again) {
        throw new DeviceException(
            driver.word()
                + ": "
                + name
                + " is given twice"
                + (bytes.isPresent() ? ", or beside another size" : "")
                + "; leave one out");
      }
      size = bytes.isPresent() ? bytes : size;
    }
    VirtualDevice device = new VirtualDevice(driver, settings, size);
    device.checkTogether();
    return device.withTimer();
  }

  private static DeviceParameter parameter(Driver driver, String name) {
    List<String> names = driver.parameters.stream().map(DeviceParameter::name).toList();
    int found = names.indexOf(name);
    if (found < 0) {
      throw new DeviceException(
          "'"
              + name
              + "' is not a parameter of "
              + driver.word()
              + ":; there are: "
              + String.join(", ", names)
              + Nearest.hint(name, names));
    }
    return driver.parameters.get(found);
  }

  private void checkTogether() {
    if (settings.containsKey("delay") && settings.containsKey("ndelay")) {
      throw new DeviceException(
          "scsi_debug: delay (in jiffies) and ndelay (in nanoseconds) exclude each other; leave one"
              + " out");
    }
    if (settings.containsKey("completion_nsec")
        && !settings.getOrDefault("irqmode", "2").equals("2")) {
      throw new DeviceException(
          "null_blk: completion_nsec takes effect with irqmode=2 only, the timer; leave irqmode="
              + settings.get("irqmode")
              + " or completion_nsec out");
    }
  }

  /** A completion time is waited for only by the timer. */
  private VirtualDevice withTimer() {
    if (!settings.containsKey("completion_nsec") || settings.containsKey("irqmode")) {
      return this;
    }
    Map<String, String> timed = new LinkedHashMap<>(settings);
    timed.put("irqmode", "2");
    return new VirtualDevice(driver, timed, size);
  }

  /**
   * Returns its size in bytes.
   *
   * @param image the size of an image file where nothing else is said
   */
  long bytes(long image) {
    return size.orElse(livesInMemory() ? Math.min(IN_MEMORY_BYTES, image) : image);
  }

  /** Returns where the image file is made; {@code usual} where nothing else is said. */
  Path imageDirectory(Path usual) {
    return Optional.ofNullable(settings.get("dir")).map(Path::of).orElse(usual);
  }

  /** Tells whether its content takes memory. */
  boolean livesInMemory() {
    return driver == Driver.SCSI_DEBUG
        || (driver == Driver.NULL_BLK && settings.getOrDefault("memory_backed", "0").equals("1"));
  }

  /** Tells whether what is written can be read again. */
  boolean keepsContent() {
    return driver == Driver.LOOP || livesInMemory();
  }

  /** Returns the driver's name and its parameters: {@code "null_blk with mbps=100"}. */
  String inWords() {
    List<String> words = new ArrayList<>();
    settings.forEach((name, value) -> words.add(name + "=" + value));
    return driver.word() + (words.isEmpty() ? "" : " with " + String.join(", ", words));
  }
}

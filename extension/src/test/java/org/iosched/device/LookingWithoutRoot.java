package org.iosched.device;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Opens a device as whoever runs it, and prints what can be done with it. */
final class LookingWithoutRoot {

  private LookingWithoutRoot() {}

  /** Arguments: the directory in which the test works, and the device if not the default one. */
  public static void main(String[] arguments) throws Exception {
    Path temp = Path.of(arguments[0]);
    Host host = Host.real(List.of(temp.resolve("state")), temp.resolve("mounts"));
    try (TestDevice device =
        Devices.open(
            new DeviceRequest(
                arguments.length > 1 ? arguments[1] : "",
                temp.resolve("images"),
                DeviceRequest.SMALLEST_BYTES),
            host)) {
      device.recovered().forEach(sentence -> System.out.println("recovered: " + sentence));
      System.out.println("can switch: " + device.canSwitch());
      System.out.println("missing: " + device.missingRights().orElse("nothing"));
      device.rightsToGive().forEach(System.out::println);
      try {
        device.switchTo("none", Map.of());
      } catch (DeviceException e) {
        System.out.println("switching: " + e.getMessage());
      }
      System.out.println("active: " + device.active());
      System.out.println("target is raw: " + device.targetIsRaw());
      System.out.println("target: " + device.target() + " " + Files.size(device.target()));
      System.out.println("refuses writes: " + device.refuseWrites().isPresent());
      Path workspace = device.freshWorkspace();
      try (Stream<Path> files = Files.list(workspace)) {
        System.out.println("workspace: " + files.toList() + " of " + device.describe());
      }
      System.out.println("cold: " + device.coldCache().orElse("yes"));
    }
  }
}

package org.iosched.device;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Opens devices with journals and mounts of a test's own, telling each write to sysfs before it.
 */
public final class WatchedOpening {

  private WatchedOpening() {}

  /** Opens a device; {@code beforeWrite} is given what is about to be written. */
  public static TestDevice open(String device, Path temp, Consumer<String> beforeWrite) {
    Host host = Machine.host(temp);
    SysFiles files =
        new SysFiles() {
          @Override
          public String read(Path file) throws IOException {
            return SysFiles.REAL.read(file);
          }

          @Override
          public void write(Path file, String value) throws IOException {
            beforeWrite.accept(file + "=" + value);
            SysFiles.REAL.write(file, value);
          }
        };
    return Devices.open(
        new DeviceRequest(device, temp.resolve("images"), DeviceRequest.SMALLEST_BYTES),
        new Host(
            host.sys(),
            host.proc(),
            files,
            host.stat(),
            host.searchPath(),
            host.stateDirectories(),
            host.temporary()));
  }

  /** Returns what is left below {@code temp} of runs that have ended, in words. */
  public static List<String> leftovers(Path temp) {
    List<String> left = new ArrayList<>();
    for (String directory : List.of("images", "mounts", "mounted", "state")) {
      for (Path child : Machine.children(temp.resolve(directory))) {
        String name = child.getFileName().toString();
        if (!name.equals("lost+found") && !name.equals("lock")) {
          left.add(directory + "/" + name);
        }
      }
    }
    return left;
  }
}

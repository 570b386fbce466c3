package org.iosched.extension;

import org.iosched.device.DeviceRequest;
import org.iosched.device.Devices;
import org.iosched.device.TestDevice;

/** Opens the device that the settings name. */
final class RealDevice {

  private RealDevice() {}

  static TestDevice open(RunSettings settings) {
    return Devices.open(
        new DeviceRequest(
            settings.device(),
            settings.imageDirectory(),
            settings.imageBytes(),
            settings.destroy()));
  }
}

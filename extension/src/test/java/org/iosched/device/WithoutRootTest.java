package org.iosched.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What somebody without rights gets: a file to work on, a look at the queue, and an explanation.
 */
@Tag("root")
class WithoutRootTest {

  @Test
  void theDefaultDeviceIsAPlainFile(@TempDir Path temp) throws Exception {
    Machine.assumeLoops();
    assumeTrue(Machine.TOOLS.find("setpriv").isPresent(), "needs setpriv");
    Map<String, String> before = Machine.state(temp);

    List<String> command =
        new ClassesForAll(temp).javaAsNobody(LookingWithoutRoot.class, temp.toString());
    List<String> said =
        Machine.TOOLS
            .mustRun(command.get(0), command.subList(1, command.size()).toArray(String[]::new))
            .lines()
            .toList();

    assertThat(said)
        .contains("can switch: false", "target is raw: false", "refuses writes: false")
        .anyMatch(line -> line.startsWith("missing: making a loop device and switching its"))
        .anyMatch(line -> line.startsWith("switching: making a loop device and switching its"))
        .anyMatch(line -> line.matches("target: .*/iosched-[0-9a-f]{8}/target 67108864"))
        .anyMatch(line -> line.startsWith("workspace: [] of "));
    assertThat(Machine.children(temp.resolve("images"))).isEmpty();
    assertThat(Machine.children(temp.resolve("state"))).containsExactly(temp.resolve("state/lock"));
    assertThat(Machine.state(temp)).isEqualTo(before);
  }
}

package org.iosched.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnershipTests {

  private static final Map<String, String> SUDO = Map.of("SUDO_UID", "4711", "SUDO_GID", "4712");

  @TempDir Path folder;

  @Test
  @Tag("root")
  void filesAndFoldersOfRootGoToTheCallerOfSudo() throws IOException {
    assumeRoot();
    Path inner = Files.createDirectories(folder.resolve("made/inner"));
    Path file = Files.writeString(inner.resolve("results.json"), "{}");

    Ownership.handOver(SUDO, folder.resolve("made"));

    assertThat(owner(file)).isEqualTo("4711:4712");
    assertThat(owner(inner)).isEqualTo("4711:4712");
    assertThat(owner(folder.resolve("made"))).isEqualTo("4711:4712");
    assertThat(owner(folder)).isEqualTo("0:0");
  }

  @Test
  @Tag("root")
  void whatALinkPointsToStaysWithRoot() throws IOException {
    assumeRoot();
    Path target = Files.writeString(folder.resolve("shadow"), "");
    Path link = Files.createSymbolicLink(folder.resolve("link"), target);

    Ownership.handOver(SUDO, link);

    assertThat(owner(link)).isEqualTo("4711:4712");
    assertThat(owner(target)).isEqualTo("0:0");
  }

  @Test
  @Tag("root")
  void whatBelongsToSomebodyElseStaysWithThem() throws IOException {
    assumeRoot();
    Path file = Files.writeString(folder.resolve("theirs"), "");
    Files.setAttribute(file, "unix:uid", 4000);

    Ownership.handOver(SUDO, file);

    assertThat(owner(file)).startsWith("4000:");
  }

  @Test
  void withoutSudoNothingChanges() throws IOException {
    Path file = Files.writeString(folder.resolve("mine"), "");
    String before = owner(file);

    Ownership.handOver(Map.of(), file);
    Ownership.handOver(Map.of("SUDO_UID", "me", "SUDO_GID", ""), file);

    assertThat(owner(file)).isEqualTo(before);
  }

  @Test
  void whatDoesNotExistIsPassedOver() throws IOException {
    Ownership.handOver(SUDO, folder.resolve("nothing"));

    assertThat(folder).isEmptyDirectory();
  }

  private void assumeRoot() throws IOException {
    assumeTrue(owner(folder).startsWith("0:"), "giving files away needs root");
  }

  private static String owner(Path path) throws IOException {
    return Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS)
        + ":"
        + Files.getAttribute(path, "unix:gid", LinkOption.NOFOLLOW_LINKS);
  }
}

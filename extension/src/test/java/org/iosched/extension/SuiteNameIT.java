package org.iosched.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A suite that does not exist fails the build at once, with the names of those that do. */
final class SuiteNameIT {

  @ParameterizedTest
  @ValueSource(strings = {"foo", "", "ssd|foo", "SSD"})
  void aWrongNameIsToldBeforeAnythingIsBuilt(String suite)
      throws IOException, InterruptedException {
    Path root = Path.of(SmallProject.property("basedir"), "..");
    Process maven =
        new ProcessBuilder(
                Path.of(SmallProject.property("iosched.it.maven"), "bin", "mvn").toString(),
                "-q",
                "-B",
                "-o",
                "-Dmaven.repo.local=" + SmallProject.property("localRepository"),
                "test",
                "-Dsuite=" + suite)
            .directory(root.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(maven.waitFor()).as(said).isNotZero();
    assertThat(said)
        .contains("-Dsuite=" + suite + " is not a suite; there are: ssd")
        .doesNotContain("\tat ");
  }
}

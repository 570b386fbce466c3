package org.iosched.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFileTests {

  @TempDir Path folder;

  @Test
  void aReportThatFailsHalfwayLeavesTheOlderOneAndNothingElse() throws IOException {
    Path file = folder.resolve("report.html");
    ReportFile.replace(file, "older");

    assertThatIOException()
        .isThrownBy(
            () ->
                ReportFile.replace(
                    file,
                    out -> {
                      out.write('x');
                      throw new IOException("No space left on device");
                    }))
        .withMessage("No space left on device");

    assertThat(file).hasContent("older");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void aReportCanBeReadLikeAnyFileMadeInItsFolder() throws IOException {
    Path ordinary = Files.writeString(folder.resolve("ordinary"), "");

    ReportFile.replace(folder.resolve("a/b/report.html"), "new");

    assertThat(Files.getPosixFilePermissions(folder.resolve("a/b/report.html")))
        .isEqualTo(Files.getPosixFilePermissions(ordinary));
  }

  @Test
  void theRootFolderIsNoFile() {
    assertThatIOException()
        .isThrownBy(() -> ReportFile.replace(Path.of("/"), "x"))
        .withMessageContaining("is a folder");
  }
}

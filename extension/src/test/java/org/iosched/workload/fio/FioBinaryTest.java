package org.iosched.workload.fio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FioBinaryTest {

  @TempDir Path folder;

  private FioBinary.Search found(String said) throws IOException {
    program("fio", "echo '" + said + "'");
    return FioBinary.find(folder.toString());
  }

  private void program(String name, String line) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + line + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void findsTheFirstOneThatIsNewEnough() throws IOException {
    for (String version : new String[] {"fio-3.1", "fio-3.33", "fio-3.41-12-gabcd", "fio-4.0"}) {
      assertThat(found(version).binary()).contains(new FioBinary(folder.resolve("fio"), version));
      assertThat(found(version).problem()).isEmpty();
    }
  }

  @Test
  void namesTheVersionThatIsTooOld() throws IOException {
    program("dnf", "exit 1");
    for (String version : new String[] {"fio-3.0", "fio-2.21", "fio-2.1.11"}) {
      assertThat(found(version).problem())
          .contains(
              folder.resolve("fio")
                  + " is "
                  + version
                  + ", and 3.1 is the oldest that is understood; install it: dnf install fio.");
      assertThat(found(version).binary()).isEmpty();
    }
  }

  @Test
  void saysHowToInstallIt() throws IOException {
    assertThat(FioBinary.find(folder.toString()).problem())
        .contains(
            "fio is not installed: no folder of PATH has it; install it: apt-get install fio, dnf"
                + " install fio, zypper install fio, pacman -S fio.");
    program("pacman", "exit 1");
    assertThat(FioBinary.find(folder.toString()).problem())
        .contains("fio is not installed: no folder of PATH has it; install it: pacman -S fio.");
  }

  @Test
  void isNotFooledByAnotherProgramOfThatName() throws IOException {
    assertThat(found("Fiona 1.8").problem())
        .contains(
            folder.resolve("fio")
                + " does not say that it is fio, but \"Fiona 1.8\"; put the real one before it in"
                + " PATH.");
    Files.writeString(folder.resolve("fio"), "#!/no/shell\n");
    assertThat(FioBinary.find(folder.toString()).problem())
        .hasValueSatisfying(problem -> assertThat(problem).contains("fio cannot be run: "));
  }
}

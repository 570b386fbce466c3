package org.iosched.device;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Writes plainly, and through sudo what this process may not write.
 *
 * @param plain reads and writes as this process
 * @param sudo writes as root
 */
record SudoFiles(SysFiles plain, Sudo sudo) implements SysFiles {

  @Override
  public String read(Path file) throws IOException {
    return plain.read(file);
  }

  @Override
  public void write(Path file, String value) throws IOException {
    try {
      plain.write(file, value);
    } catch (AccessDeniedException e) {
      sudo.write(file, value);
    }
  }

  @Override
  public Optional<String> sudoRefusal(Path file) {
    return sudo.refusal(file);
  }
}

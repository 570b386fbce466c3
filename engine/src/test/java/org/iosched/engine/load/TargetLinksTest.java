package org.iosched.engine.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.iosched.engine.EngineException;
import org.iosched.engine.JobFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs follow no link out of their directory, and tell how much room their files take. */
class TargetLinksTest {

  @Test
  void aLinkInTheDirectoryIsRefused(@TempDir Path temp) throws Exception {
    Path target = Files.createDirectory(temp.resolve("target"));
    Path outside = Files.createDirectory(temp.resolve("outside"));
    Path victim = Files.writeString(outside.resolve("victim"), "mine");
    Files.createSymbolicLink(target.resolve("file"), victim);
    Files.createSymbolicLink(target.resolve("sub"), outside);
    for (String name : new String[] {"filename=file", "filename=sub/new", "directory=sub"}) {
      JobFile jobs = JobFile.parse("[w]\nrw=write\nsize=64k\n" + name + "\n");
      assertThatThrownBy(() -> TargetFiles.open(jobs.jobs().get(0), 0, target, () -> false))
          .as(name)
          .isInstanceOf(EngineException.class)
          .hasMessageContaining("is a link; remove it");
    }
    assertThat(victim).hasContent("mine");
    assertThat(outside).isDirectoryNotContaining("glob:**new");
  }

  @Test
  void eachCloneHasItsOwnFilesUnlessTheyAreNamed() {
    assertThat(JobFile.parse("[w]\nrw=write\nsize=1m\nnumjobs=4\nnrfiles=2\n").bytesOfFiles())
        .isEqualTo(4 << 20);
    assertThat(JobFile.parse("[w]\nrw=write\nsize=1m\nnumjobs=4\nfilename=f\n").bytesOfFiles())
        .isEqualTo(1 << 20);
  }
}

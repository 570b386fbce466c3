package org.iosched.suites;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Holds the names that {@code -Dsuite} accepts to the suites that there are. */
final class SuiteNamesTest {

  @Test
  void theBuildAcceptsTheTagsOfTheSuitesAndNoOtherName() throws IOException {
    String rootPom = Files.readString(Path.of(System.getProperty("basedir", "."), "..", "pom.xml"));
    Matcher names = Pattern.compile("<suite\\.names>([^<]*)</suite\\.names>").matcher(rootPom);
    assertThat(names.find()).as("suite.names in the root pom").isTrue();

    Set<String> tags = new TreeSet<>();
    for (JavaClass suite : new ClassFileImporter().importPackages("org.iosched.suites")) {
      if (suite.getSimpleName().endsWith("Benchmarks")) {
        assertThat(suite.isAnnotatedWith(Tag.class)).as("%s has a tag", suite.getName()).isTrue();
        tags.add(suite.getAnnotationOfType(Tag.class).value());
      }
    }

    assertThat(tags).containsExactlyInAnyOrder(names.group(1).split("\\|"));
  }
}

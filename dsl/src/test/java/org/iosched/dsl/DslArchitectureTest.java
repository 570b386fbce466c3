package org.iosched.dsl;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The language does no I/O and knows no test framework. */
class DslArchitectureTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.iosched.dsl");

  @Test
  void thereIsSomethingToLookAt() {
    assertThat(CLASSES.contain(Expectation.class)).isTrue();
  }

  @Test
  void nothingReadsOrWrites() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.io..", "java.nio.file..", "java.nio.channels..", "java.net..")
        .check(CLASSES);
  }

  @Test
  void nothingKnowsJUnit() {
    noClasses().should().dependOnClassesThat().resideInAnyPackage("org.junit..").check(CLASSES);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("org.iosched.(**)").should().beFreeOfCycles().check(CLASSES);
  }
}

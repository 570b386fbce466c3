package org.iosched.extension;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Holds the direction of dependencies between packages. */
final class ArchitectureTest {

  // Read once: reading every class file takes seconds.
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.iosched");

  @Test
  void packagesHaveNoCycles() {
    slices().matching("org.iosched.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void onlyTheExtensionKnowsJUnit() {
    noClasses()
        .that()
        .resideOutsideOfPackages("org.iosched.extension..", "org.iosched.suites..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.junit..")
        .check(CLASSES);
  }

  @Test
  void dependenciesPointOneWay() {
    noClasses()
        .that()
        .resideInAPackage("org.iosched.dsl..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.iosched.engine..",
            "org.iosched.reports..",
            "org.iosched.device..",
            "org.iosched.workload..",
            "org.iosched.measure..",
            "org.iosched.extension..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAnyPackage(
            "org.iosched.engine..",
            "org.iosched.reports..",
            "org.iosched.device..",
            "org.iosched.workload..",
            "org.iosched.measure..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.iosched.extension..", "org.iosched.suites..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage("org.iosched.reports..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.iosched.engine..", "org.iosched.device..")
        .check(CLASSES);
  }
}

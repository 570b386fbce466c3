package org.iosched.extension;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Holds the direction of dependencies between packages. */
final class ArchitectureTest {

  private static JavaClasses classes() {
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages("org.iosched");
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("org.iosched.(*)..").should().beFreeOfCycles().check(classes());
  }

  @Test
  void onlyTheExtensionKnowsJUnit() {
    noClasses()
        .that()
        .resideOutsideOfPackages("org.iosched.extension..", "org.iosched.suites..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.junit..")
        .check(classes());
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
        .check(classes());
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
        .check(classes());
    noClasses()
        .that()
        .resideInAPackage("org.iosched.reports..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.iosched.engine..", "org.iosched.device..")
        .check(classes());
  }
}

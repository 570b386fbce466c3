package org.iosched.engine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class LayersTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.iosched.engine");

  @Test
  void theEngineKnowsNothingOfJUnitOrOfThoseWhoUseIt() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.junit..",
            "org.iosched.extension..",
            "org.iosched.device..",
            "org.iosched.workload..",
            "org.iosched.measure..",
            "org.iosched.reports..",
            "org.iosched.suites..")
        .check(CLASSES);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("org.iosched.(engine..)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void theClientDoesNotReachIntoTheProcess() {
    noClasses()
        .that()
        .resideInAPackage("org.iosched.engine")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.iosched.engine.load")
        .check(CLASSES);
  }
}

package org.iosched.reports;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class LayoutTests {

  private static final JavaClasses REPORTS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.iosched.reports");

  @Test
  void reportsKnowTheLanguageOnly() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.junit..",
            "org.iosched.extension..",
            "org.iosched.device..",
            "org.iosched.workload..",
            "org.iosched.measure..",
            "org.iosched.engine..",
            "org.iosched.suites..")
        .because("a report is a function of what the language's records hold")
        .check(REPORTS);
  }

  @Test
  void allureIsKnownToItsResultsOnly() {
    noClasses()
        .that()
        .doNotHaveSimpleName("AllureResults")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.qameta..")
        .because("the other reports work without Allure")
        .check(REPORTS);
  }
}

package org.iosched.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Method;
import java.util.List;
import org.iosched.workload.fio.FioBinary;
import org.junit.jupiter.api.Test;

/** Who runs jobs in fio's language. */
final class EngineChoiceTest {

  private static final String NAME = "EngineChoiceTest.Jobs.";

  static final class Jobs {
    @Workload(fio = "[reader]\nrw=randread\nsize=1m\n")
    void plain() {}

    @Workload(fio = "[reader]\nrw=randread\nsize=1m\nbssplit=4k/50:8k/50\n")
    void split() {}

    @Workload(fio = "[reader]\nrw=randread\niodpth=4\n")
    void misspelt() {}

    @Workload(fio = "[reader]\nrw=randread\nioscheduler=bfq\n")
    void switching() {}

    @Workload(fioFile = "jobs.fio")
    void file() {}

    @Workload(
        fio =
            "[reader]\nrw=randread\nfilename=/dev/sdb\n[writer]\nrw=write\nsize=1m\ndirectory=/mnt/data\n")
    void elsewhere() {}

    @Workload(fioFile = "no.fio")
    void noFile() {}
  }

  private static WorkloadPlan plan(String method, EngineChoice engine, boolean fioInstalled)
      throws NoSuchMethodException {
    Method declared = Jobs.class.getDeclaredMethod(method);
    return Workloads.of(
            NAME + method,
            Jobs.class,
            declared,
            List.of("none"),
            engine,
            () -> FioBinary.find(fioInstalled ? System.getenv("PATH") : ""))
        .get(0);
  }

  private static void assumeFio() {
    assumeTrue(FioBinary.find().binary().isPresent(), "fio is not installed");
  }

  private static void refused(
      String method, EngineChoice engine, boolean fioInstalled, String message) {
    assertThatThrownBy(() -> plan(method, engine, fioInstalled))
        .isInstanceOf(PlanException.class)
        .hasMessage(NAME + method + ": " + message);
  }

  @Test
  void whatTheEmbeddedEngineRunsItRuns() throws NoSuchMethodException {
    for (EngineChoice engine : List.of(EngineChoice.AUTO, EngineChoice.EMBEDDED)) {
      assertThat(plan("plain", engine, false)).isInstanceOf(WorkloadPlan.Fio.class);
    }
    assertThat(((WorkloadPlan.Fio) plan("file", EngineChoice.AUTO, false)).jobs().jobNames())
        .containsExactly("from-a-file");
  }

  @Test
  void placesOfAnotherMachineAreTakenForTheDeviceWhichTheReportSays() throws NoSuchMethodException {
    assertThat(plan("elsewhere", EngineChoice.AUTO, false))
        .isInstanceOfSatisfying(
            WorkloadPlan.Fio.class,
            plan -> {
              assertThat(plan.jobs().jobs().get(0).filename()).isEmpty();
              assertThat(plan.jobs().jobs().get(1).directory()).contains("data");
              assertThat(plan.notes())
                  .containsExactly(
                      "line 3: filename=/dev/sdb stands for the device under test, which -Ddevice"
                          + " chooses",
                      "line 7: directory=/mnt/data stands for a fresh directory on the device under"
                          + " test, which -Ddevice chooses");
            });
  }

  @Test
  void whatItDoesNotRunGoesToFioWhichTheReportSays() throws NoSuchMethodException {
    assumeFio();

    assertThat(plan("split", EngineChoice.AUTO, true))
        .isInstanceOfSatisfying(
            WorkloadPlan.ByTool.class,
            plan -> {
              assertThat(plan.notes())
                  .singleElement()
                  .asString()
                  .matches(
                      "run by fio-\\d+\\.\\d+.* \\(line 4: bssplit is not run by the embedded"
                          + " engine.*\\)");
              assertThat(plan.onlyJob()).contains("reader");
              assertThat(plan.worksInDirectory()).isFalse();
            });
    assertThat(plan("plain", EngineChoice.FIO, true)).isInstanceOf(WorkloadPlan.ByTool.class);
  }

  @Test
  void whereFioIsMissingItIsSaidWhatNeedsItAndHowToGetIt() {
    assertThatThrownBy(() -> plan("split", EngineChoice.AUTO, false))
        .isInstanceOf(PlanException.class)
        .hasMessageStartingWith(
            NAME + "split: @Workload: line 4: bssplit is not run by the embedded engine")
        .hasMessageEndingWith(
            ", so fio is to run it, but fio is not installed: no folder of PATH has it; install it:"
                + " apt-get install fio, dnf install fio, zypper install fio, pacman -S fio.");
    refused(
        "plain",
        EngineChoice.FIO,
        false,
        "@Workload: iosched.engine=fio, so fio is to run it, but fio is not installed: no folder of"
            + " PATH has it; install it: apt-get install fio, dnf install fio, zypper install fio,"
            + " pacman -S fio.");
  }

  @Test
  void theEmbeddedEngineAloneRefuses() {
    assertThatThrownBy(() -> plan("split", EngineChoice.EMBEDDED, true))
        .isInstanceOf(PlanException.class)
        .hasMessageStartingWith(
            NAME + "split: @Workload: line 4: bssplit is not run by the embedded engine")
        .hasMessageEndingWith(
            "; the fio binary runs it: leave iosched.engine=embedded out, or say auto or fio.");
  }

  @Test
  void whatNobodyRunsIsRefusedWhicheverTheEngine() {
    for (EngineChoice engine : EngineChoice.values()) {
      assertThatThrownBy(() -> plan("switching", engine, true))
          .isInstanceOf(PlanException.class)
          .hasMessageContaining("line 3: ioscheduler");
      assertThatThrownBy(() -> plan("misspelt", engine, true))
          .isInstanceOf(PlanException.class)
          .hasMessageContaining("line 3: iodpth");
    }
    assertThatThrownBy(() -> plan("misspelt", EngineChoice.AUTO, true))
        .hasMessageContaining("did you mean iodepth?");
    refused(
        "noFile",
        EngineChoice.AUTO,
        true,
        "@Workload(fioFile) names no.fio, which is neither a resource beside Jobs or at the root of"
            + " the class path, nor a file below "
            + java.nio.file.Path.of("").toAbsolutePath()
            + "; correct the name.");
  }
}

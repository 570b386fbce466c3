package org.iosched.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.iosched.device.Machine;
import org.junit.jupiter.api.Test;

/** What users' own builds do with benchmarks: real Maven, real Surefire. */
final class UserBuildIT {

  private static final String SMALL = "-Diosched.image.size=128m";

  private static String benchmark(String name, String body) {
    return """
        import org.iosched.extension.*;
        import org.iosched.workload.Workspace;
        import org.junit.jupiter.api.*;

        @Schedulers({"none", "bfq"})
        class %s {
        %s
        }
        """
        .formatted(name, body.indent(2));
  }

  @Test
  void theReadmesExampleBuildsAndRuns() throws IOException, InterruptedException {
    SmallProject project =
        SmallProject.of(
            "readme", Map.of("com/example/OurDiskTest.java", SmallProject.Readme.block("java")));

    SmallProject.Build build = project.mvn("test", SMALL);

    assertThat(build.leaves()).as(build.output()).isNotEmpty();
    assertThat(build.count("failed")).as(build.output()).isZero();
    assertThat(build.status()).as(build.output()).isZero();
    assertThat(project.directory().resolve("target/iosched/results.json")).exists();
    assertThat(build.output()).contains("OurDiskTest", "randomReads").doesNotContain("WARNING:");
  }

  @Test
  void whatIsRedStaysRedWhenSurefireRerunsItsLeaves() throws IOException, InterruptedException {
    SmallProject project =
        SmallProject.of(
            "rerun",
            Map.of(
                "GateTest.java",
                benchmark(
                    "GateTest",
                    """
                    static int runs;

                    @BenchmarkTest(rounds = 2)
                    void failsOnce() {
                      if (runs++ == 0) {
                        throw new IllegalStateException("only the first run fails");
                      }
                    }

                    @BenchmarkTest(rounds = 6)
                    @Expect("bfq at least 10x faster than none")
                    void unmet(Scheduler scheduler) throws InterruptedException {
                      Thread.sleep(20);
                    }
                    """)));

    SmallProject.Build build = project.mvn("test", SMALL, "-Dsurefire.rerunFailingTestsCount=2");

    assertThat(build.status()).as(build.output()).isNotZero();
    assertThat(build.output())
        .contains("only the first run fails", "run the whole method")
        .doesNotContain("Flakes:");
    Machine.assumeLoops();
    assertThat(build.output()).contains("GateTest.unmet: NOT MET");
    assertThat(Files.readString(project.directory().resolve("target/iosched/results.json")))
        .as("the results of the run that measured")
        .contains("\"NOT_MET\"");
  }

  @Test
  void oneMethodCanBeSelectedAndAParallelBuildMeasuresAlone()
      throws IOException, InterruptedException {
    SmallProject project =
        SmallProject.of(
            "selected",
            Map.of(
                "TwoTest.java",
                benchmark(
                    "TwoTest",
                    """
                    static final java.util.concurrent.atomic.AtomicInteger RUNNING =
                        new java.util.concurrent.atomic.AtomicInteger();

                    @BenchmarkTest(rounds = 2)
                    void one() throws InterruptedException {
                      alone();
                    }

                    @BenchmarkTest(rounds = 2)
                    void two() throws InterruptedException {
                      alone();
                    }

                    static void alone() throws InterruptedException {
                      Assertions.assertEquals(1, RUNNING.incrementAndGet());
                      Thread.sleep(20);
                      RUNNING.decrementAndGet();
                    }
                    """)));
    Files.createDirectories(project.directory().resolve("src/test/resources"));
    Files.writeString(
        project.directory().resolve("src/test/resources/junit-platform.properties"),
        """
        junit.jupiter.execution.parallel.enabled = true
        junit.jupiter.execution.parallel.mode.default = concurrent
        junit.jupiter.execution.parallel.mode.classes.default = concurrent
        """);

    SmallProject.Build both = project.mvn("test", SMALL);
    assertThat(both.status()).as(both.output()).isZero();
    // Two rounds of each, of both schedulers or, without the right to switch, of the active one.
    assertThat(both.count("passed")).as(both.output()).isGreaterThanOrEqualTo(4);

    SmallProject.Build one = project.mvn("test", SMALL, "-Dtest=TwoTest#two");
    assertThat(one.status()).as(one.output()).isZero();
    assertThat(one.leaves()).allMatch(leaf -> leaf.name().startsWith("two"));
  }

  @Test
  void aClassThatSurefireDoesNotFindByNameRunsWhenIncluded()
      throws IOException, InterruptedException {
    SmallProject project =
        SmallProject.of(
            "names",
            Map.of(
                "DiskBenchmarks.java",
                benchmark(
                    "DiskBenchmarks",
                    """
                    @BenchmarkTest(rounds = 1)
                    void body() {}
                    """)));

    SmallProject.Build missed = project.mvn("test", SMALL);
    assertThat(missed.leaves()).as(missed.output()).isEmpty();

    SmallProject.Build named = project.mvn("test", SMALL, "-Dtest=DiskBenchmarks");
    assertThat(named.count("passed")).as(named.output()).isPositive();
  }
}

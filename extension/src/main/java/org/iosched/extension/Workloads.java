package org.iosched.extension;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.iosched.dsl.Nearest;
import org.iosched.engine.JobException;
import org.iosched.engine.JobFile;
import org.iosched.engine.JobText;
import org.iosched.workload.RecordException;
import org.iosched.workload.Recordings;
import org.iosched.workload.Tool;
import org.iosched.workload.WorkloadResult;
import org.iosched.workload.bonnie.Bonnie;
import org.iosched.workload.command.Command;
import org.iosched.workload.dd.Dd;
import org.iosched.workload.fio.FioBinary;
import org.iosched.workload.fio.FioTool;
import org.junit.platform.commons.support.AnnotationSupport;

/** Reads what a benchmark runs from its annotations, and chooses who runs it. */
final class Workloads {

  private final String name;
  private final Class<?> testClass;
  private final EngineChoice engine;
  private final Supplier<FioBinary.Search> fio;

  private Workloads(
      String name, Class<?> testClass, EngineChoice engine, Supplier<FioBinary.Search> fio) {
    this.name = name;
    this.testClass = testClass;
    this.engine = engine;
    this.fio = fio;
  }

  /**
   * Returns the alternatives of a benchmark; its body where nothing else is stated.
   *
   * @param name the benchmark's name, for messages
   * @param testClass the class beside which files may lie
   * @param arms the names of its arms
   * @param fio what is known of the fio binary, looked for where it is needed
   * @throws PlanException saying which annotation has to be changed and how
   */
  static List<WorkloadPlan> of(
      String name,
      Class<?> testClass,
      Method method,
      List<String> arms,
      EngineChoice engine,
      Supplier<FioBinary.Search> fio) {
    List<Workload> declared = AnnotationSupport.findRepeatableAnnotations(method, Workload.class);
    List<Recorded> recorded = AnnotationSupport.findRepeatableAnnotations(method, Recorded.class);
    Workloads workloads = new Workloads(name, testClass, engine, fio);
    if (!recorded.isEmpty() && !declared.isEmpty()) {
      throw new PlanException(
          name
              + ": @Workload stands beside @Recorded, which is there in place of runs; remove one of"
              + " them.");
    }
    if (!recorded.isEmpty()) {
      return List.of(workloads.recording(recorded, arms));
    }
    if (declared.isEmpty()) {
      return List.of(new WorkloadPlan.Body());
    }
    List<WorkloadPlan> plans = new ArrayList<>();
    for (Workload workload : declared) {
      String shortName =
          workload.name().isEmpty() && declared.size() > 1
              ? "workload " + (plans.size() + 1)
              : workload.name();
      plans.add(workloads.plan(workload, shortName));
    }
    return List.copyOf(plans);
  }

  private WorkloadPlan plan(Workload workload, String shortName) {
    List<String> given =
        Stream.of(
                attribute("fio", workload.fio()),
                attribute("fioFile", workload.fioFile()),
                attribute("bonnie", workload.bonnie()),
                attribute("dd", workload.dd()),
                attribute("command", workload.command()))
            .flatMap(Optional::stream)
            .toList();
    if (given.size() != 1) {
      throw new PlanException(
          name
              + ": @Workload has "
              + (given.isEmpty() ? "nothing to run" : String.join(" and ", given))
              + "; give one of fio, fioFile, bonnie, dd and command.");
    }
    String kind = given.get(0);
    refuse(workload.inputs().length > 0 && !kind.equals("command"), "inputs", kind, "command");
    refuse(!workload.prepare().isBlank() && !kind.equals("command"), "prepare", kind, "command");
    refuse(
        !workload.memory().isBlank() && kind.startsWith("fio"),
        "memory",
        kind,
        "bonnie, dd and command");
    return switch (kind) {
      case "fio" -> jobs(shortName, "@Workload", workload.fio());
      case "fioFile" ->
          jobs(
              shortName,
              "@Workload(fioFile = \"" + workload.fioFile() + "\")",
              TextFiles.read(name + ": @Workload(fioFile)", workload.fioFile(), testClass));
      default -> tool(workload, shortName, kind);
    };
  }

  private static Optional<String> attribute(String attribute, String value) {
    return value.isBlank() ? Optional.empty() : Optional.of(attribute);
  }

  private void refuse(boolean given, String attribute, String kind, String meantFor) {
    if (given) {
      throw new PlanException(
          name
              + ": @Workload("
              + attribute
              + ") is for "
              + meantFor
              + " and means nothing beside "
              + kind
              + "; leave it out.");
    }
  }

  private WorkloadPlan tool(Workload workload, String shortName, String kind) {
    Optional<Long> memoryBytes =
        Optional.of(workload.memory())
            .filter(memory -> !memory.isBlank())
            .map(memory -> Sizes.bytes(name + ": @Workload(memory)", memory));
    Tool tool;
    try {
      tool =
          switch (kind) {
            case "bonnie" -> Bonnie.parse(workload.bonnie(), memoryBytes);
            case "dd" -> Dd.parse(workload.dd(), memoryBytes);
            default ->
                Command.of(
                    workload.command().strip(),
                    Optional.of(workload.prepare().strip()).filter(line -> !line.isEmpty()),
                    memoryBytes);
          };
    } catch (IllegalArgumentException e) {
      throw new PlanException(name + ": @Workload(" + kind + "): " + e.getMessage());
    }
    return usable(
        new WorkloadPlan.ByTool(shortName, tool, List.of(workload.inputs()), List.of()),
        name + ": ");
  }

  private static WorkloadPlan usable(WorkloadPlan.ByTool plan, String before) {
    plan.tool()
        .missing()
        .ifPresent(
            missing -> {
              throw new PlanException(before + missing);
            });
    return plan;
  }

  /** Chooses the engine for jobs in fio's language. */
  private WorkloadPlan jobs(String shortName, String place, String text) {
    if (engine == EngineChoice.FIO) {
      return byFio(shortName, place, text, "iosched.engine=fio");
    }
    try {
      JobText read = JobText.read(text);
      return new WorkloadPlan.Fio(
          shortName, text.strip(), JobFile.of(read.withoutAbsolutePlaces()), placed(read));
    } catch (JobException e) {
      String why = name + ": " + place + ": " + e.getMessage();
      if (!e.knownToFio()) {
        throw new PlanException(why);
      }
      if (engine == EngineChoice.EMBEDDED) {
        throw new PlanException(
            why
                + "; the fio binary runs it: leave iosched.engine=embedded out, or say auto or fio.");
      }
      return byFio(shortName, place, text, String.valueOf(e.getMessage()));
    }
  }

  private WorkloadPlan byFio(String shortName, String place, String text, String why) {
    FioBinary.Search search = fio.get();
    try {
      Tool tool = FioTool.of(text, search);
      String runner = search.binary().map(FioBinary::version).orElse("fio");
      return usable(
          new WorkloadPlan.ByTool(
              shortName,
              tool,
              List.of(),
              Stream.concat(
                      Stream.of("run by " + runner + " (" + why + ")"),
                      placed(JobText.read(text)).stream())
                  .toList()),
          name + ": " + place + ": " + why + ", so fio is to run it, but ");
    } catch (JobException e) {
      throw new PlanException(name + ": " + place + ": " + e.getMessage());
    }
  }

  /** Says which places of another machine the jobs name, since they work on the device instead. */
  private static List<String> placed(JobText text) {
    return text.absolutePlaces().stream()
        .map(
            option ->
                "line "
                    + option.line()
                    + ": "
                    + option.text()
                    + (option.key().equals("directory")
                        ? " stands for a fresh directory on the device under test"
                        : " stands for the device under test")
                    + ", which -Ddevice chooses")
        .toList();
  }

  private WorkloadPlan recording(List<Recorded> recorded, List<String> arms) {
    List<WorkloadPlan.Recording.Recorded> samples = new ArrayList<>();
    Map<String, Integer> rounds = new TreeMap<>();
    for (Recorded part : recorded) {
      String place = "@Recorded(scheduler = \"" + part.scheduler() + "\")";
      if (!arms.contains(part.scheduler())) {
        throw new PlanException(
            name
                + ": "
                + place
                + " is none of the schedulers that are compared, which are "
                + String.join(", ", arms)
                + Nearest.hint(part.scheduler(), arms)
                + ".");
      }
      if (part.text().isBlank() == (part.files().length == 0)) {
        throw new PlanException(name + ": " + place + " needs either a text or files.");
      }
      if (!part.text().isBlank()) {
        add(samples, rounds, part.scheduler(), place, part.text());
      }
      for (String file : part.files()) {
        String text = TextFiles.read(name + ": " + place, file, testClass);
        add(samples, rounds, part.scheduler(), file, text);
      }
    }
    for (String arm : arms) {
      if (!rounds.containsKey(arm)) {
        throw new PlanException(
            name
                + ": nothing is recorded for "
                + arm
                + "; add @Recorded(scheduler = \""
                + arm
                + "\", …) or take it out of @Schedulers.");
      }
    }
    return new WorkloadPlan.Recording(samples);
  }

  private void add(
      List<WorkloadPlan.Recording.Recorded> samples,
      Map<String, Integer> rounds,
      String arm,
      String place,
      String text) {
    try {
      for (WorkloadResult result : Recordings.read(text)) {
        refuseAgain(samples, arm, place, result);
        int round = rounds.merge(arm, 1, Integer::sum);
        samples.add(new WorkloadPlan.Recording.Recorded(arm, round, place, result));
      }
    } catch (RecordException e) {
      throw new PlanException(name + ": " + place + ": " + e.getMessage());
    }
  }

  /** The same text twice is one run, and would make its noise look small. */
  private void refuseAgain(
      List<WorkloadPlan.Recording.Recorded> before,
      String arm,
      String place,
      WorkloadResult result) {
    List<String> texts = texts(result);
    before.stream()
        .filter(earlier -> !texts.isEmpty() && texts(earlier.result()).equals(texts))
        .findFirst()
        .ifPresent(
            earlier -> {
              throw new PlanException(
                  name
                      + ": "
                      + place
                      + ": a result is the same, letter by letter, as number "
                      + earlier.round()
                      + " of "
                      + earlier.arm()
                      + "; give each run once"
                      + (earlier.arm().equals(arm) ? "." : ", under its own scheduler."));
            });
  }

  private static List<String> texts(WorkloadResult result) {
    return result.documents().stream().map(document -> document.text().strip()).toList();
  }
}

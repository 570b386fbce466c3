package org.iosched.workload.fio;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.iosched.workload.RecordException;
import org.iosched.workload.WorkloadResult;

/**
 * Reads what {@code fio --output-format=json} or {@code json+} wrote, of any version from 2.1 on,
 * also with other text around it, in a mail's quotation or between code fences.
 *
 * <p>The format was read in fio's own sources: stat.c, json.c and client.c of fio-2.1 to fio-3.42.
 */
public final class FioDocuments {

  /** Quotation marks of mails; no line of a JSON document can begin with one. */
  private static final Pattern QUOTED = Pattern.compile("(?m)^[ \\t]*+>[> \\t]*+");

  private static final Pattern STARTS = Pattern.compile("\\{\\s*[\"}]");
  private static final Pattern INTERRUPTED = Pattern.compile("fio: terminating on signal (\\d+)");
  private static final Pattern FAILED =
      Pattern.compile("fio: (?:pid|job)=[^\\n]{0,400}?err=\\s*(\\d{1,4})[/,][^\\n]*");
  private static final Pattern OTHER_FORMAT =
      Pattern.compile("(?m)^Run status group \\d|^[23];fio-\\d|^[ \\t]*+(?:read|write)\\s*: IOPS=");

  /** How often the text may be gone through in search of documents, so that none is a trap. */
  private static final long PASSES = 20;

  private static final int SHORTEST_LIMIT = 100_000;
  private static final int SHOWN = 40;

  private FioDocuments() {}

  /**
   * Reads every run that a text tells of. The interim documents of one run ({@code
   * --status-interval}) give one result, that of its last document.
   *
   * @param text what fio wrote, or what somebody made of it
   * @return one result for each run, in the order of the text; at least one
   * @throws RecordException if there is no document, one is cut or damaged, a run was interrupted,
   *     or a job failed
   */
  public static List<WorkloadResult> read(String text) {
    return runs(text).stream().map(run -> new FioFigures(run).result()).toList();
  }

  /** Returns the last document of each run. */
  static List<FioRun> runs(String quoted) {
    String text =
        JsonReader.withNumbersOfC(
            quoted.indexOf('>') < 0 ? quoted : QUOTED.matcher(quoted).replaceAll(""));
    Lines lines = new Lines(text);
    List<FioRun> documents = new ArrayList<>();
    int behindLast = 0;
    int from = 0;
    long budget = Math.max(SHORTEST_LIMIT, PASSES * text.length());
    Matcher starts = STARTS.matcher(text);
    while (starts.find(from)) {
      int brace = starts.start();
      JsonReader.Outcome outcome = JsonReader.read(text, brace);
      from = brace + 1;
      if (outcome instanceof JsonReader.Whole whole) {
        budget -= whole.end() - brace;
        if (isFios(whole.members())) {
          refuseFailures(text, lines, behindLast, brace);
          documents.add(
              FioRun.read(
                  whole.members(),
                  "the fio document at line " + lines.of(brace),
                  text.substring(brace, whole.end())));
          from = whole.end();
          behindLast = from;
        }
      } else if (outcome instanceof JsonReader.Broken broken) {
        budget -= broken.at() - brace;
        if (broken.fio()) {
          refuseFailures(text, lines, behindLast, brace);
          throw new RecordException(broken(text, lines, brace, broken));
        }
      }
      if (budget < 0) {
        throw new RecordException(
            "The text has too many braces that begin no fio document, one of them at line "
                + lines.of(brace)
                + "; leave only what fio wrote.");
      }
    }
    refuseFailures(text, lines, behindLast, text.length());
    if (documents.isEmpty()) {
      throw new RecordException(
          OTHER_FORMAT.matcher(text).find()
              ? "This is fio's report for people or its terse one, which leave too much out; record"
                  + " a run of fio --output-format=json+."
              : "There is no fio document in the text, which would begin with a line {; record a"
                  + " run of fio --output-format=json+.");
    }
    return lastOfEachRun(documents);
  }

  private static List<FioRun> lastOfEachRun(List<FioRun> documents) {
    List<FioRun> runs = new ArrayList<>();
    for (FioRun document : documents) {
      int last = runs.size() - 1;
      if (last >= 0 && runs.get(last).continuesIn(document)) {
        runs.set(last, document);
      } else {
        runs.add(document);
      }
    }
    return runs;
  }

  private static String broken(String text, Lines lines, int brace, JsonReader.Broken broken) {
    String document = "The fio document at line " + lines.of(brace);
    return broken.truncated()
        ? document
            + " is cut off at line "
            + lines.of(text.length())
            + ": the run was interrupted or the record is not whole; repeat the run."
        : document
            + " is damaged at line "
            + lines.of(broken.at())
            + ", where \""
            + text.substring(broken.at(), Math.min(text.length(), broken.at() + SHOWN))
                .lines()
                .findFirst()
                .orElse("")
            + "\" stands; record it anew.";
  }

  /** What fio writes beside its documents tells of failures that those may hide. */
  private static void refuseFailures(String text, Lines lines, int from, int to) {
    Matcher interrupted = INTERRUPTED.matcher(text).region(from, to);
    if (interrupted.find()) {
      throw new RecordException(
          "The run was interrupted by signal "
              + interrupted.group(1)
              + ", as line "
              + lines.of(interrupted.start())
              + " says, so that its figures are of a part only; repeat it.");
    }
    Matcher failed = FAILED.matcher(text).region(from, to);
    if (failed.find() && Long.parseLong(failed.group(1)) != 0) {
      throw new RecordException(
          "A job failed with "
              + ErrorName.of(Long.parseLong(failed.group(1)))
              + ", as line "
              + lines.of(failed.start())
              + " says: "
              + failed.group().strip()
              + "; repeat the run.");
    }
  }

  private static boolean isFios(Members members) {
    return members.array("jobs").isPresent() || members.array("client_stats").isPresent();
  }
}

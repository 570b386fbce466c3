package org.iosched.workload;

import java.util.List;
import java.util.regex.Pattern;
import org.iosched.workload.bonnie.BonnieLines;
import org.iosched.workload.fio.FioDocuments;

/** Reads results that somebody has kept, whichever tool wrote them. */
public final class Recordings {

  /** Members that one document of fio has at least, whatever its version. */
  private static final Pattern FIO = Pattern.compile("\"(fio version|jobs|client_stats)\"\\s*:");

  /** How lines of bonnie++ since 1.91 begin: the version of the format and that of the program. */
  private static final Pattern BONNIE = Pattern.compile("(1\\.9\\d[a-z]?|2),[12]\\.\\d\\d?[a-z]?,");

  /** The line of bonnie++ 1.03 has 27 fields, those of later versions more. */
  private static final int FEWEST_COMMAS = 26;

  private Recordings() {}

  /**
   * Reads a text: the CSV lines of bonnie++, or documents of fio, with anything around them.
   *
   * @return what each run says of itself, in the order of the text; at least one
   * @throws RecordException if there is none, or one that cannot be read or tells of a failed run
   */
  public static List<WorkloadResult> read(String text) {
    if (FIO.matcher(text).find()) {
      List<WorkloadResult> documents = FioDocuments.read(text);
      if (holdsBonnie(text)) {
        throw new RecordException(
            "the text holds documents of fio and CSV lines of bonnie++; give each a text of its own");
      }
      return documents;
    }
    boolean begun = BONNIE.matcher(text).find();
    if (!begun && text.chars().filter(c -> c == ',').count() < FEWEST_COMMAS) {
      throw new RecordException(
          "the text holds neither a CSV line of bonnie++ (the last line that it prints, not its table)"
              + " nor a JSON document of fio");
    }
    return BonnieLines.read(text);
  }

  private static boolean holdsBonnie(String text) {
    try {
      return !BonnieLines.read(text).isEmpty();
    } catch (RecordException e) {
      return false;
    }
  }
}

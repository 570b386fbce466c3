package org.iosched.reports;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes and reads {@code results.json}, the file that every figure of a report can be traced to.
 * Its form is described by {@code results.schema.json} beside this class and by {@code
 * docs/results.md}.
 */
public final class ResultsJson {

  /** The version of the form that is written. */
  static final int SCHEMA_VERSION = 2;

  /** What a distribution has as {@code since} where its clock starts when an I/O was to start. */
  static final String INTENDED_START = "intended start";

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private ResultsJson() {}

  /**
   * Writes a run to a file, replacing it as a whole.
   *
   * @param file where to write; missing folders are made
   * @param report the run
   * @throws IOException where the file cannot be written; an older file is then left as it was
   */
  public static void write(Path file, RunReport report) throws IOException {
    ReportFile.replace(
        file,
        out -> {
          try (ResultsWriter writer =
              new ResultsWriter(
                  MAPPER
                      .createGenerator(new BufferedOutputStream(out))
                      .setPrettyPrinter(SampleLines.printer()))) {
            writer.write(report);
          }
        });
  }

  /**
   * Reads a run that {@link #write} wrote, in this version or an earlier one. Fields it does not
   * know are passed over.
   *
   * @param file where to read
   * @return a report equal to the one written, save that an infinite measured value comes back as
   *     {@code NaN}
   * @throws IOException where the file cannot be read or is no such document; the message names the
   *     file, the field and what is wrong with it
   */
  public static RunReport read(Path file) throws IOException {
    try {
      try (JsonParser parser = MAPPER.createParser(file.toFile())) {
        ResultsReader.checkVersion(parser);
      }
      try (JsonParser parser = MAPPER.createParser(file.toFile())) {
        return ResultsReader.read(parser);
      }
    } catch (FileNotFoundException e) {
      throw new IOException(file + " does not exist; a run writes it when it ends", e);
    } catch (JsonProcessingException e) {
      throw new IOException(
          file
              + " is not JSON: "
              + e.getOriginalMessage()
              + " (line "
              + (e.getLocation() == null ? "?" : e.getLocation().getLineNr())
              + "); was it cut off?",
          e);
    } catch (IllegalArgumentException e) {
      throw new IOException(file + " is not a result file of iosched: " + e.getMessage(), e);
    }
  }
}

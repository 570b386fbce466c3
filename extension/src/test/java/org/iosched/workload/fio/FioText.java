package org.iosched.workload.fio;

import java.util.Locale;

/** Small documents in the shape of fio's, version by version. */
final class FioText {

  static final String NO_SIDE = side(0, 0, 0, "");

  private FioText() {}

  /** A document of fio 3.33 with one run that began at second 1000 and is so many seconds old. */
  static String document(int ageSeconds, String globals, String... jobs) {
    return String.format(
        Locale.ROOT,
        """
        {
          "fio version" : "fio-3.33",
          "timestamp" : %d,
          "timestamp_ms" : %d000,
          "time" : "Mon Nov 30 17:12:37 2026",
          "global options" : {
            %s
          },
          "jobs" : [
        %s
          ]
        }
        """,
        1000 + ageSeconds,
        1000 + ageSeconds,
        globals,
        String.join(",\n", jobs).replace("@AGE@", Integer.toString(ageSeconds)));
  }

  static String job(String name, String options, String sides) {
    return job(name, 0, 0, options, sides);
  }

  static String job(String name, int group, int error, String options, String sides) {
    return String.format(
        Locale.ROOT,
        """
        {
          "jobname" : "%s",
          "groupid" : %d,
          "error" : %d,
          "eta" : 0,
          "elapsed" : @AGE@,
          "job options" : {
            %s
          },
          %s,
          "job_runtime" : 2000,
          "usr_cpu" : 10.000000,
          "sys_cpu" : 15.000000
        }""",
        name,
        group,
        error,
        options,
        sides);
  }

  static String sides(String read, String write) {
    return "\"read\" : " + read + ",\n\"write\" : " + write;
  }

  /** A direction of fio 3.33. */
  static String side(long ios, long bytes, int millis, String clocks) {
    return String.format(
        Locale.ROOT,
        """
        {
          "io_bytes" : %d,
          "io_kbytes" : %d,
          "bw_bytes" : %d,
          "bw" : %d,
          "iops" : %f,
          "runtime" : %d,
          "total_ios" : %d%s
        }""",
        bytes,
        bytes / 1024,
        millis == 0 ? 0 : bytes * 1000 / millis,
        millis == 0 ? 0 : bytes * 1000 / millis / 1024,
        millis == 0 ? 0 : ios * 1000.0 / millis,
        millis,
        ios,
        clocks.isEmpty() ? "" : ",\n" + clocks);
  }

  /** One of fio's latencies, with further members. */
  static String clock(String name, long n, double mean, long max, String more) {
    return String.format(
        Locale.ROOT,
        "\"%s\" : { \"min\" : 1, \"max\" : %d, \"mean\" : %f, \"stddev\" : 1.5, \"N\" : %d%s }",
        name,
        max,
        mean,
        n,
        more.isEmpty() ? "" : ", " + more);
  }
}

package org.iosched.device;

import java.util.List;
import java.util.Map;

/**
 * The tunables of the kernel's own schedulers (Documentation/block/deadline-iosched.rst,
 * kyber-iosched.rst and bfq-iosched.rst, and the newer ones of their sources): which ones a queue
 * has is only seen while their scheduler is active.
 */
final class KnownTunables {

  private static final Map<String, List<String>> ALL =
      Map.of(
          "mq-deadline",
          List.of(
              "async_depth",
              "fifo_batch",
              "front_merges",
              "prio_aging_expire",
              "read_expire",
              "write_expire",
              "writes_starved"),
          "kyber",
          List.of("read_lat_nsec", "write_lat_nsec"),
          "bfq",
          List.of(
              "back_seek_max",
              "back_seek_penalty",
              "fifo_expire_async",
              "fifo_expire_sync",
              "low_latency",
              "max_budget",
              "slice_idle",
              "slice_idle_us",
              "strict_guarantees",
              "timeout_sync"));

  private KnownTunables() {}

  /** Returns the names of a scheduler's tunables; none for a scheduler that is not the kernel's. */
  static List<String> of(String scheduler) {
    return ALL.getOrDefault(scheduler, List.of());
  }
}

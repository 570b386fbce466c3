package org.iosched.extension;

import java.lang.reflect.Method;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.iosched.device.QueueAttribute;

/** Reads {@link Queue} annotations. */
final class QueueAttributes {

  private QueueAttributes() {}

  /** Returns what is to be set for a method: its own annotation's values, else its class's. */
  static Map<QueueAttribute, String> of(Class<?> testClass, Method method) {
    return BenchmarkPlan.nearest(testClass, method, Queue.class, queue -> true)
        .map(QueueAttributes::of)
        .orElse(Map.of());
  }

  private static Map<QueueAttribute, String> of(Queue queue) {
    Map<QueueAttribute, String> set = new EnumMap<>(QueueAttribute.class);
    put(set, QueueAttribute.NR_REQUESTS, queue.nrRequests());
    put(set, QueueAttribute.READ_AHEAD_KB, queue.readAheadKb());
    put(set, QueueAttribute.WBT_LAT_USEC, queue.wbtLatUsec());
    put(set, QueueAttribute.QUEUE_DEPTH, queue.queueDepth());
    return Map.copyOf(set);
  }

  private static void put(Map<QueueAttribute, String> set, QueueAttribute attribute, int value) {
    if (value != Queue.UNSET) {
      set.put(attribute, Integer.toString(value));
    }
  }

  /** Returns a sample's conditions with what was set for it, e.g. {@code queue-nr-requests}. */
  static Map<String, Double> in(
      Map<String, Double> conditions, Map<QueueAttribute, String> attributes) {
    Map<String, Double> all = new HashMap<>(conditions);
    attributes.forEach(
        (attribute, value) ->
            all.put(
                attribute == QueueAttribute.QUEUE_DEPTH
                    ? "queue-depth"
                    : "queue-" + attribute.toString().replace('_', '-'),
                Double.valueOf(value)));
    return Map.copyOf(all);
  }
}

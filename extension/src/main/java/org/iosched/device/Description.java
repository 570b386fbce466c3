package org.iosched.device;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a device is, for reports: facts by name in the order they are told, e.g. {@code "lies on" →
 * "ext4 on vda (mq-deadline still at work below it)"}. A fact that cannot be read is absent.
 *
 * @param facts the facts; never changed
 */
public record Description(Map<String, String> facts) {

  /** Copies the facts, keeping their order. */
  public Description {
    facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
  }

  /** Returns the facts in one line: {@code "device: loop0; lies on: …"}. */
  public String inOneLine() {
    return facts.entrySet().stream()
        .map(e -> e.getKey() + ": " + e.getValue())
        .collect(Collectors.joining("; "));
  }
}

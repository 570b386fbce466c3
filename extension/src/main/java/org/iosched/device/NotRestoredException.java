package org.iosched.device;

import java.util.List;

/** Says what of a device could not be put back, with the commands that do it. */
public final class NotRestoredException extends DeviceException {

  private static final long serialVersionUID = 1L;

  private final String sentence;
  private final List<String> commands;

  /**
   * Makes an exception.
   *
   * @param sentence what is not as it was, and why
   * @param commands for a shell, in their order
   */
  NotRestoredException(String sentence, List<String> commands) {
    super(sentence + "; do it by hand: " + String.join("; ", commands));
    this.sentence = sentence;
    this.commands = List.copyOf(commands);
  }

  /** Returns what is not as it was, without the commands. */
  public String sentence() {
    return sentence;
  }

  /** Returns the commands that put it back, for a shell, in their order. */
  public List<String> commands() {
    return commands;
  }

  /** Returns lines for a console: the sentence, and each command on a line of its own. */
  public String lines() {
    return sentence + "; by hand:\n    " + String.join("\n    ", commands);
  }
}

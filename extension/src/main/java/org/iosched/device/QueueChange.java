package org.iosched.device;

/**
 * What somebody else has changed on a queue.
 *
 * @param queue the queue, e.g. {@code "sda"}
 * @param what {@code "scheduler"}, or the name of an attribute or tunable
 * @param is what it is now
 * @param expected what the run had set; the same as {@code is} where the scheduler was switched
 *     away and back
 */
record QueueChange(String queue, String what, String is, String expected) {

  /** The word for the scheduler itself, and the name of its file. */
  static final String SCHEDULER = "scheduler";

  /** Tells whether it was switched away and back, so that its value says nothing of who did it. */
  boolean isBack() {
    return is.equals(expected);
  }

  /** Returns e.g. {@code "the scheduler is bfq instead of none"}. */
  String sentence() {
    if (isBack()) {
      return "the scheduler is " + is + " again, after it was switched away and back";
    }
    return (what.equals(SCHEDULER) ? "the scheduler" : what) + " is " + shortly();
  }

  /** Returns e.g. {@code "bfq instead of none"}. */
  String shortly() {
    return isBack() ? is + ", but not all the time" : is + " instead of " + expected;
  }

  /** Returns e.g. {@code "bfq instead of none"} or {@code "nr_requests 64 instead of 256"}. */
  String withName() {
    return what.equals(SCHEDULER) ? shortly() : what + " " + shortly();
  }
}

package org.iosched.extension;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sets attributes of the device's queues for a benchmark, or for a {@code @ParameterizedTest} with
 * {@link Schedulers}: on a method or on a class, for its subclasses and its {@code @Nested} classes
 * too. A method's own annotation replaces that of its class, and an empty one sets nothing.
 *
 * <p>They are set on every queue of the device after each switch, since a scheduler brings values
 * of its own, are read back, and are put back at the end. A value that the kernel refuses or bends,
 * or an attribute that a queue lacks, fails the benchmark. What is not named is as the scheduler,
 * or the machine, has it.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
public @interface Queue {

  /** Stands for an attribute that is not set. */
  int UNSET = Integer.MIN_VALUE;

  /** Returns how many requests the queue allocates ({@code nr_requests}); 4 or more. */
  int nrRequests() default UNSET;

  /** Returns how far the page cache reads ahead, in KiB ({@code read_ahead_kb}). */
  int readAheadKb() default UNSET;

  /**
   * Returns the read latency that the throttling of buffered writes aims at, in microseconds
   * ({@code wbt_lat_usec}); 0 switches it off, under every scheduler.
   */
  int wbtLatUsec() default UNSET;

  /**
   * Returns how many commands the disk is given at a time ({@code device/queue_depth}: NCQ on SATA,
   * where 1 switches it off); disks that are neither SATA nor SCSI do not have it.
   */
  int queueDepth() default UNSET;
}

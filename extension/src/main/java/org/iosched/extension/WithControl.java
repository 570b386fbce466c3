package org.iosched.extension;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Adds an A/A control to a benchmark, or to all of a class: its first scheduler is measured a
 * second time under another name, through the same rounds. A benchmark that sees a difference where
 * there is none decides nothing: its control fails, and its expectations are inconclusive.
 *
 * <p>{@code iosched.control=true} does the same for every benchmark of a run. The control takes the
 * time of one more scheduler.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
public @interface WithControl {}

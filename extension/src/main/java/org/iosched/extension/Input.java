package org.iosched.extension;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Injects a file that lies on the device under test, cold, before the clock starts; the parameter
 * is a {@link java.nio.file.Path}.
 *
 * <p>{@code "tree.tar"} is generated: a source tree with the file sizes of a kernel's, the same on
 * every machine, of 20,000 files unless {@code iosched.tree.files} says otherwise; {@code
 * "tree-5000.tar"} is one of 5,000 files. Any other name is a class-path resource, looked up beside
 * the test class and then from the root.
 */
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface Input {

  /** Returns the input's name. */
  String value();
}

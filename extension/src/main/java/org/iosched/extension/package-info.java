/** The JUnit side: annotations, lifecycle and the order of invocations. */
@NullMarked
package org.iosched.extension;

import org.jspecify.annotations.NullMarked;

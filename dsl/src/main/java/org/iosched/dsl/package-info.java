/**
 * The language, the statistics and the verdicts: plain values and functions, without I/O and
 * without JUnit.
 */
@NullMarked
package org.iosched.dsl;

import org.jspecify.annotations.NullMarked;

/** Ready benchmarks, one class per suite; each suite's name is its tag. */
@NullMarked
package org.iosched.suites;

import org.jspecify.annotations.NullMarked;

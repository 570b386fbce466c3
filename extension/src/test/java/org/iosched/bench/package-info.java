/**
 * The project's own benchmarks, each a table and a last line that says whether its target is met.
 */
@NullMarked
package org.iosched.bench;

import org.jspecify.annotations.NullMarked;

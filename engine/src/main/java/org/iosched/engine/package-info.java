/** The embedded load generator as its callers see it: jobs, the process that runs them, results. */
@NullMarked
package org.iosched.engine;

import org.jspecify.annotations.NullMarked;

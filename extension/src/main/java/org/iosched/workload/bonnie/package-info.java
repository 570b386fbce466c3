/** bonnie++: run here, and read from the CSV lines that people post. */
@NullMarked
package org.iosched.workload.bonnie;

import org.jspecify.annotations.NullMarked;

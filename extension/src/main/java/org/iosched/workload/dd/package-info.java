/** dd: its operands, and what it says of a copy in any language. */
@NullMarked
package org.iosched.workload.dd;

import org.jspecify.annotations.NullMarked;

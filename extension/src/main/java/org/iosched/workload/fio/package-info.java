/** Running the fio binary, and reading the documents it writes, now or long ago. */
@NullMarked
package org.iosched.workload.fio;

import org.jspecify.annotations.NullMarked;

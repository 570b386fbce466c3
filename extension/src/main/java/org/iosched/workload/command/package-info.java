/** Shell lines as workloads. */
@NullMarked
package org.iosched.workload.command;

import org.jspecify.annotations.NullMarked;

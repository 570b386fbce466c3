/** Everything that can be run on a device: commands in a workspace, and generated inputs. */
@NullMarked
package org.iosched.workload;

import org.jspecify.annotations.NullMarked;

/** The inside of the engine's process: it reads requests, does the I/O and measures it. */
@NullMarked
package org.iosched.engine.load;

import org.jspecify.annotations.NullMarked;

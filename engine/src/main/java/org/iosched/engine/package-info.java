/** See the module's description in {@code docs/layout.md}. */
@NullMarked
package org.iosched.engine;

import org.jspecify.annotations.NullMarked;

/** See the module's description in {@code docs/layout.md}. */
@NullMarked
package org.iosched.reports;

import org.jspecify.annotations.NullMarked;

@NullMarked
package org.iosched.suites;

import org.jspecify.annotations.NullMarked;

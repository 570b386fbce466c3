@NullMarked
package org.iosched.extension;

import org.jspecify.annotations.NullMarked;

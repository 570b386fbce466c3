/** What is measured around a workload: processor time and the conditions of the machine. */
@NullMarked
package org.iosched.measure;

import org.jspecify.annotations.NullMarked;

/**
 * Finds, guards, switches and restores block devices. Everything that this package changes on a
 * machine is written down before it is changed, and is put back at the end, on failure, on a
 * signal, and after the death of the process that changed it.
 *
 * <p>The way in is {@link org.iosched.device.Devices#open}.
 */
@NullMarked
package org.iosched.device;

import org.jspecify.annotations.NullMarked;

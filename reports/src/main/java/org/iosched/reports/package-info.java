/** Result files, summaries, charts and Allure results, each a function of one run's report. */
@NullMarked
package org.iosched.reports;

import org.jspecify.annotations.NullMarked;

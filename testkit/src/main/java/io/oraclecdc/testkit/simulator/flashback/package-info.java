/** What the tables contained at an earlier SCN: commit SCNs of transactions, old row versions. */
@NullMarked
package io.oraclecdc.testkit.simulator.flashback;

import org.jspecify.annotations.NullMarked;

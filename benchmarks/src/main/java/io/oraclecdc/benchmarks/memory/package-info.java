/** How much heap one large value takes, in a process of its own. Not released. */
@NullMarked
package io.oraclecdc.benchmarks.memory;

import org.jspecify.annotations.NullMarked;

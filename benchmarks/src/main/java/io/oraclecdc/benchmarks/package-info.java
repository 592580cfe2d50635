/** Speed and allocation of the hot paths, beside the peer in the same run. Not released. */
@NullMarked
package io.oraclecdc.benchmarks;

import org.jspecify.annotations.NullMarked;

/** Containers, clusters, standbys, incarnations and archive destinations of the simulator. */
@NullMarked
package io.oraclecdc.testkit.simulator.topology;

import org.jspecify.annotations.NullMarked;

/** Large objects, XML documents and extended strings through the driver. */
@NullMarked
package io.oraclecdc.testkit.simulator.lobs;

import org.jspecify.annotations.NullMarked;

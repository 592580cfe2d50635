/** H2 tables whose rows are made when they are read; views of the catalog stand on them. */
@NullMarked
package io.oraclecdc.testkit.simulator.catalog;

import org.jspecify.annotations.NullMarked;

/** Debezium's Oracle connector on the simulator, alone and beside the engine. */
@NullMarked
package io.oraclecdc.auditor;

import org.jspecify.annotations.NullMarked;

/** Debezium's Oracle connector as published, driven without a Connect worker. */
@NullMarked
package io.oraclecdc.benchmarks.peer;

import org.jspecify.annotations.NullMarked;

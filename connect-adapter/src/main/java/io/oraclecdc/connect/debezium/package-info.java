/**
 * What Debezium's CloudEvents converter and outbox event router ask of a connector: one class each,
 * found by {@link java.util.ServiceLoader}. Used only where a user has put Debezium's own converter
 * or transform on the worker; nothing else here needs Debezium.
 */
@NullMarked
package io.oraclecdc.connect.debezium;

import org.jspecify.annotations.NullMarked;

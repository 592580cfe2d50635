/**
 * Databases that live in a directory: the journal of everything that became redo, and the recovery
 * that rolls a database forward from it.
 */
@NullMarked
package io.oraclecdc.testkit.simulator.durable;

import org.jspecify.annotations.NullMarked;

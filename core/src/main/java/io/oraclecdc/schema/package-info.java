/**
 * Layout of captured tables: types, columns, keys, versions over time, and the port through which
 * stages ask for them.
 */
@NullMarked
package io.oraclecdc.schema;

import org.jspecify.annotations.NullMarked;

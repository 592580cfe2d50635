package io.oraclecdc.testkit.simulator.flashback;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import org.jspecify.annotations.Nullable;

/**
 * A row as it was before a statement changed or deleted it.
 *
 * @param table its table
 * @param rowId ten bytes
 * @param writer number of the transaction that wrote this version
 * @param values by column of the table
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RowVersion(SimTable table, byte[] rowId, long writer, @Nullable Object[] values) {}

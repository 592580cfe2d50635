package io.oraclecdc.lob;

import io.oraclecdc.value.RowImage;
import java.util.BitSet;

/**
 * The images of a change with every value that the redo carries.
 *
 * @param before old values
 * @param after new values
 * @param missing columns of the new row to ask for; empty when nothing is to be asked
 * @param valueBytes heap of the values that came in rows of their own, roughly
 */
public record CompletedRow(RowImage before, RowImage after, BitSet missing, long valueBytes) {}

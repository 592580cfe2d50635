package io.oraclecdc.transaction;

import java.util.BitSet;

/**
 * What is left of a transaction, by the numbers of its entries.
 *
 * @param gone changes that were taken back, and undo rows
 * @param unavailable changes that stay although undo rows took back an unknown part of their values
 * @param withoutEnd INSERTs of which an UPDATE, taken for their last row, was taken back
 * @param keysTaken changes that leave a key which another row has taken
 */
record Survivors(BitSet gone, BitSet unavailable, BitSet withoutEnd, BitSet keysTaken) {}

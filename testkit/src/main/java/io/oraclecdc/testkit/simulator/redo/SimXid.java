package io.oraclecdc.testkit.simulator.redo;

/**
 * Transaction id: undo segment number, slot, sequence.
 *
 * @param usn XIDUSN
 * @param slot XIDSLT
 * @param sqn XIDSQN
 */
public record SimXid(int usn, int slot, long sqn) {}

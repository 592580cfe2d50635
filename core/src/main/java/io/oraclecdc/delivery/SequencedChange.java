package io.oraclecdc.delivery;

import io.oraclecdc.change.Change;
import io.oraclecdc.position.Position;

/**
 * A change with its place in the delivery order.
 *
 * @param ordinal 0, 1, 2 ... in delivery order since the engine started
 * @param change what happened
 * @param position what may be stored once this change and all before it are acknowledged
 * @param bytes approximate heap size, for budgets
 */
public record SequencedChange(long ordinal, Change change, Position position, int bytes) {}

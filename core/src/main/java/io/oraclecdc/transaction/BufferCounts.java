package io.oraclecdc.transaction;

/**
 * What a buffer did since it was made; steps that were discarded do not count.
 *
 * @param committed transactions handed on
 * @param rolledBack transactions dropped at their ROLLBACK
 * @param excluded transactions dropped because of their user, as far as they had rows
 * @param partialRowsDropped rows with a partial id that belonged to no open transaction
 * @param valuesWithoutOwner LOB values of committed transactions that several columns or rows could
 *     own, so that they are unavailable
 * @param discarded transactions beyond a limit of which nothing was delivered
 */
public record BufferCounts(
    long committed,
    long rolledBack,
    long excluded,
    long partialRowsDropped,
    long valuesWithoutOwner,
    long discarded) {

  BufferCounts withDiscarded(int more) {
    return new BufferCounts(
        committed, rolledBack, excluded, partialRowsDropped, valuesWithoutOwner, discarded + more);
  }
}

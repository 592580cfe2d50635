package io.oraclecdc.pipeline;

import io.oraclecdc.model.Scn;

/**
 * What the mining side was doing when it was asked. Numbers count from the start of the engine.
 *
 * @param streaming whether the database was checked and the first step is done
 * @param minedThrough every commit at or below this SCN has been read; zero before the first step
 * @param steps mining steps done
 * @param rows rows read from LogMiner, repeated ones included
 * @param sequenced changes put into the delivery queue
 * @param acknowledged changes acknowledged over an unbroken prefix
 * @param openTransactions transactions with captured changes that have not ended
 * @param bufferedBytes bytes of their changes, in memory and on disk
 * @param deadLetters rows that could not be decoded and are kept as dead letters
 * @param retries failed steps and sessions since the last success
 */
public record CaptureStatus(
    boolean streaming,
    Scn minedThrough,
    long steps,
    long rows,
    long sequenced,
    long acknowledged,
    int openTransactions,
    long bufferedBytes,
    long deadLetters,
    int retries) {

  CaptureStatus with(long acknowledgedChanges, long deadLetterCount) {
    return new CaptureStatus(
        streaming,
        minedThrough,
        steps,
        rows,
        sequenced,
        acknowledgedChanges,
        openTransactions,
        bufferedBytes,
        deadLetterCount,
        retries);
  }
}

package io.oraclecdc.transaction;

import io.oraclecdc.model.TransactionKey;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Keeps the rows of long transactions outside of the redo, so that the stored position need not
 * wait for their ends.
 *
 * <p>Contract: a chunk is durable once {@link #durable()} has reached its number, at once or much
 * later; chunks become durable in the order of their numbers. Positions rely on a transaction's
 * chunks from then on, until {@link #release}. Used by the capture thread only.
 */
public interface Journal extends AutoCloseable {

  /** Identity of the set of stores it belongs to; stored positions name it. */
  String store();

  /** Number of the newest chunk there is, 0 for none. */
  long newest();

  /**
   * Begins to keep a chunk. A chunk with the number within its transaction of an older one takes
   * the place of that one and of all behind it.
   *
   * @throws io.oraclecdc.errors.CdcException CDC-4001 when it cannot be written
   */
  void append(JournalChunk chunk);

  /** A step is complete: nothing may be held back any longer. */
  void flush();

  /** Every chunk up to this number is durable. */
  long durable();

  /** No stored position will need a transaction again. */
  void release(TransactionKey transaction);

  /**
   * Gives back what a position needs, and drops everything else.
   *
   * @param chunks per transaction, how many chunks
   * @param sink takes the chunks of one transaction after the other, each in their order
   * @throws io.oraclecdc.errors.CdcException CDC-4002 when one is missing or damaged
   */
  void load(Map<TransactionKey, Long> chunks, Consumer<JournalChunk> sink);

  /** Gives files back; never throws. */
  @Override
  void close();
}

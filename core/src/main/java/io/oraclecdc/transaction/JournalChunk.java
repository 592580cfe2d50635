package io.oraclecdc.transaction;

import io.oraclecdc.model.TransactionKey;

/** A piece of a long transaction as a {@link Journal} keeps it. Immutable. */
public final class JournalChunk {
  private final TransactionKey transaction;
  private final long number;
  private final long sequence;
  private final byte[] content;

  /**
   * A chunk.
   *
   * @param transaction whose rows it holds
   * @param number within its transaction, from 1
   * @param sequence within the journal; rises from chunk to chunk
   * @param content bytes that only this package understands; owned by the chunk
   */
  public JournalChunk(TransactionKey transaction, long number, long sequence, byte[] content) {
    this.transaction = transaction;
    this.number = number;
    this.sequence = sequence;
    this.content = content;
  }

  /** Whose rows it holds. */
  public TransactionKey transaction() {
    return transaction;
  }

  /** Number within its transaction, from 1. */
  public long number() {
    return number;
  }

  /** Number within the journal. */
  public long sequence() {
    return sequence;
  }

  /** The bytes, not copied: they must not be changed. */
  public byte[] content() {
    return content;
  }

  /** What identifies it, and its size. */
  @Override
  public String toString() {
    return transaction + " chunk " + number + ", " + content.length + " bytes";
  }
}

package io.oraclecdc.delivery;

/** Where the sequencer puts changes. */
@FunctionalInterface
public interface Delivery {

  /**
   * Hands over a change; blocks while there is no room.
   *
   * @throws InterruptedException if the thread is interrupted while it waits: capture is stopping
   */
  void deliver(SequencedChange change) throws InterruptedException;
}

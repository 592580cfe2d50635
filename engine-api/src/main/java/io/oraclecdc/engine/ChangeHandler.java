package io.oraclecdc.engine;

import io.oraclecdc.delivery.SequencedChange;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * How changes reach the consumer, and which are acknowledged when. Called by the delivery thread
 * only.
 */
interface ChangeHandler {

  /**
   * Hands changes over, in order, at least one.
   *
   * @param acknowledge takes ordinals of changes that are done; thread-safe
   * @return how many events the consumer was given; heartbeats do not count
   * @throws Exception what the consumer threw
   */
  int handle(List<SequencedChange> changes, LongConsumer acknowledge) throws Exception;
}

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
   * @return how many changes were handed over and need no further call: all, unless the engine is
   *     stopping
   * @throws Exception what the consumer threw; the changes from the returned count on are not
   *     handed over
   */
  int handle(List<SequencedChange> changes, LongConsumer acknowledge) throws Exception;
}

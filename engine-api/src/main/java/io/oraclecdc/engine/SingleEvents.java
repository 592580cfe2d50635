package io.oraclecdc.engine;

import io.oraclecdc.delivery.SequencedChange;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/** Calls an {@link EventConsumer} for each change and acknowledges it when the call returns. */
final class SingleEvents implements ChangeHandler {
  private final EventConsumer consumer;
  private final FailureHandling failures;
  private final Events events;
  private final BooleanSupplier stopping;

  SingleEvents(
      EventConsumer consumer, FailureHandling failures, Events events, BooleanSupplier stopping) {
    this.consumer = consumer;
    this.failures = failures;
    this.events = events;
    this.stopping = stopping;
  }

  @Override
  public int handle(List<SequencedChange> changes, LongConsumer acknowledge) throws Exception {
    int delivered = 0;
    for (SequencedChange change : changes) {
      if (stopping.getAsBoolean()) {
        return delivered;
      }
      Optional<ChangeEvent> event = events.of(change);
      if (event.isPresent()) {
        ChangeEvent next = event.get();
        failures.call(next, () -> consumer.accept(next));
        delivered++;
      }
      acknowledge.accept(change.ordinal());
    }
    return delivered;
  }
}

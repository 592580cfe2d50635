package io.oraclecdc.engine;

import io.oraclecdc.delivery.SequencedChange;
import io.oraclecdc.format.RecordFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/** Calls an {@link EventConsumer} for each change and acknowledges it when the call returns. */
final class SingleEvents implements ChangeHandler {
  private final EventConsumer consumer;
  private final FailureHandling failures;
  private final RecordFormat format;
  private final JsonRecords json;
  private final BooleanSupplier stopping;

  SingleEvents(
      EventConsumer consumer,
      FailureHandling failures,
      RecordFormat format,
      JsonRecords json,
      BooleanSupplier stopping) {
    this.consumer = consumer;
    this.failures = failures;
    this.format = format;
    this.json = json;
    this.stopping = stopping;
  }

  @Override
  public int handle(List<SequencedChange> changes, LongConsumer acknowledge) throws Exception {
    int delivered = 0;
    for (SequencedChange change : changes) {
      if (stopping.getAsBoolean()) {
        return delivered;
      }
      Optional<ChangeEvent> event = ChangeEvent.of(change, format, json);
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

package io.oraclecdc.engine;

import io.oraclecdc.delivery.SequencedChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Calls a {@link BatchConsumer}; it acknowledges by itself, whenever it likes. */
final class EventBatches implements ChangeHandler {
  private final BatchConsumer consumer;
  private final FailureHandling failures;
  private final Events events;

  EventBatches(BatchConsumer consumer, FailureHandling failures, Events events) {
    this.consumer = consumer;
    this.failures = failures;
    this.events = events;
  }

  @Override
  public int handle(List<SequencedChange> changes, LongConsumer acknowledge) throws Exception {
    List<ChangeEvent> batch = new ArrayList<>(changes.size());
    for (SequencedChange change : changes) {
      Optional<ChangeEvent> event = events.of(change);
      if (event.isPresent()) {
        batch.add(event.get());
      } else {
        acknowledge.accept(change.ordinal());
      }
    }
    if (!batch.isEmpty()) {
      Committer committer = new BatchCommitter(List.copyOf(batch), acknowledge);
      failures.call(
          batch.size() + " changes from " + batch.get(0),
          () -> consumer.accept(List.copyOf(batch), committer));
    }
    return batch.size();
  }

  private record BatchCommitter(List<ChangeEvent> batch, LongConsumer acknowledge)
      implements Committer {
    @Override
    public void acknowledge(ChangeEvent event) {
      acknowledge.accept(event.ordinal());
    }

    @Override
    public void acknowledgeAll() {
      for (ChangeEvent event : batch) {
        acknowledge.accept(event.ordinal());
      }
    }
  }
}

package io.oraclecdc.position;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Keeps the position for the life of the object: tests and trials. Thread-safe. */
public final class MemoryPositionStore implements PositionStore {
  private final AtomicReference<@Nullable Position> stored = new AtomicReference<>();

  /** An empty store. */
  public MemoryPositionStore() {}

  @Override
  public Optional<Position> load() {
    return Optional.ofNullable(stored.get());
  }

  @Override
  public void store(Position position) {
    stored.set(position);
  }

  /** Keeps what is stored, so that the next engine finds it. */
  @Override
  public void close() {
    // Nothing is held.
  }
}

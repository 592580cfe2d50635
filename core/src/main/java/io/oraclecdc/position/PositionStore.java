package io.oraclecdc.position;

import java.util.Optional;

/**
 * Keeps the newest position. A store belongs to one engine at a time. Called by one thread at a
 * time.
 *
 * <p>Contract: what {@link #store} returned from is what {@link #load} gives after a crash, or a
 * newer one; never a mixture.
 */
public interface PositionStore extends AutoCloseable {

  /**
   * The stored position, empty before the first {@link #store}.
   *
   * @throws io.oraclecdc.errors.CdcException CDC-3002 when it is damaged or of a newer version
   */
  Optional<Position> load();

  /** Replaces the stored position. Durable when it returns, as far as the store is. */
  void store(Position position);

  /** Releases the store. */
  @Override
  void close();
}

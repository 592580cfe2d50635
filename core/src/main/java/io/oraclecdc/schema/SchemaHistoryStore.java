package io.oraclecdc.schema;

import io.oraclecdc.model.Incarnation;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/**
 * Keeps the layouts of captured tables beside the position, so that rows can be read with the
 * layout of their time when tables were changed or dropped while capture was down. Used by the
 * capture thread only.
 */
public interface SchemaHistoryStore {

  /**
   * What was stored last; empty when nothing was.
   *
   * @param database whose layouts are wanted
   * @throws io.oraclecdc.errors.CdcException CDC-5001 when they are those of another database,
   *     CDC-3002 when they are damaged
   */
  List<KnownTable> load(Incarnation database);

  /** Whether anything was ever stored. */
  boolean exists();

  /**
   * Replaces what is stored; durable on return.
   *
   * @throws io.oraclecdc.errors.CdcException CDC-4001 when it cannot be written
   */
  void store(Incarnation database, Collection<KnownTable> tables);

  /**
   * Stores what changed; durable on return.
   *
   * @param changed replace what is stored of the same tables (by container and OBJECT_ID)
   * @param all everything that is known now, asked for when it is better written anew
   * @throws io.oraclecdc.errors.CdcException CDC-4001 when it cannot be written
   */
  default void update(
      Incarnation database,
      Collection<KnownTable> changed,
      Supplier<? extends Collection<KnownTable>> all) {
    store(database, all.get());
  }
}

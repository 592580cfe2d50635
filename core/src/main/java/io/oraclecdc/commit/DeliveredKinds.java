package io.oraclecdc.commit;

import io.oraclecdc.config.ConfigKeys;
import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.SkippedOperation;
import io.oraclecdc.redo.RedoEvent.RowOperation;
import io.oraclecdc.schema.DdlEffect;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Which kinds of changes are delivered. What is left out keeps its number in its transaction, so
 * that a change has the same identity whatever is left out.
 *
 * @param transactions whether the begin and the end of every transaction are told
 * @param schemaChanges whether layouts and what DDL does to them are told
 * @param truncates whether a TRUNCATE of a captured table is told
 * @param skipped operations of records that are left out
 */
public record DeliveredKinds(
    boolean transactions, boolean schemaChanges, boolean truncates, Set<SkippedOperation> skipped) {

  /** Changes of rows, all of them. */
  public static final DeliveredKinds ROWS = new DeliveredKinds(false, false, false, Set.of());

  /** Copies the set. */
  public DeliveredKinds {
    Set<SkippedOperation> copy = EnumSet.noneOf(SkippedOperation.class);
    copy.addAll(skipped);
    skipped = Collections.unmodifiableSet(copy);
  }

  /** The part of a configuration that concerns kinds. */
  public static DeliveredKinds of(OracleCdcConfig config) {
    return new DeliveredKinds(
        config.get(ConfigKeys.TRANSACTIONS_TOPIC_ENABLED),
        config.get(ConfigKeys.SCHEMA_CHANGES_TOPIC_ENABLED),
        config.get(ConfigKeys.TRUNCATE_EMIT),
        Set.copyOf(config.find(ConfigKeys.SKIPPED_OPERATIONS).orElse(List.of())));
  }

  /** What of a statement's effect is told. */
  public DdlEffect of(DdlEffect effect) {
    return new DdlEffect(
        schemaChanges ? effect.layouts() : List.of(), truncates ? effect.truncated() : List.of());
  }

  /** Whether a change of a row has a record left: a moved key has one for each of its rows. */
  boolean includes(RowOperation operation, boolean keyMoved, boolean oldKeyTaken) {
    return switch (operation) {
      case INSERT -> !skipped.contains(SkippedOperation.C);
      case DELETE -> !skipped.contains(SkippedOperation.D);
      case UPDATE ->
          !keyMoved
              ? !skipped.contains(SkippedOperation.U)
              : !skipped.contains(SkippedOperation.C)
                  || !(oldKeyTaken || skipped.contains(SkippedOperation.D));
    };
  }
}

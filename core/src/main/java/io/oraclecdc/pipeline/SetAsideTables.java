package io.oraclecdc.pipeline;

import io.oraclecdc.config.TableErrorAction;
import io.oraclecdc.dictionary.CatalogRules.TableTroubles;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.model.TableId;
import io.oraclecdc.ops.OpsEvent;
import io.oraclecdc.ops.OpsListener;
import io.oraclecdc.schema.RedoMoment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells of tables that are set aside: in the log, among the dead letters, and as an event. */
final class SetAsideTables implements TableTroubles {
  private static final Logger LOG = LoggerFactory.getLogger(SetAsideTables.class);

  private final TableErrorAction action;
  private final DeadLetters deadLetters;
  private final OpsListener ops;

  SetAsideTables(TableErrorAction action, DeadLetters deadLetters, OpsListener ops) {
    this.action = action;
    this.deadLetters = deadLetters;
    this.ops = ops;
  }

  @Override
  public boolean setsAside() {
    return action == TableErrorAction.QUARANTINE;
  }

  @Override
  public void setAside(TableId table, RedoMoment from, CdcException why) {
    LOG.error(
        "table {} is set aside from {} on, the others go on: {}", table, from, why.getMessage());
    deadLetters.setAside(table, from, why);
    ops.onEvent(
        new OpsEvent.TableSetAside(table, from.scn(), from.address(), why.code(), why.observed()));
  }
}

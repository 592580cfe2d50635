package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.plsql.BlockInterpreter;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import io.oraclecdc.testkit.simulator.sql.ControlPlan;
import io.oraclecdc.testkit.simulator.sql.DdlPlan;
import io.oraclecdc.testkit.simulator.sql.DmlPlan;
import io.oraclecdc.testkit.simulator.sql.Plan;
import io.oraclecdc.testkit.simulator.sql.QueryPlan;
import io.oraclecdc.testkit.simulator.sql.Variables;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;

/**
 * The way of a session's statement: it is translated, and goes on by its kind. Used by the
 * session's thread.
 */
final class StatementExecution {
  private final SimSession session;

  StatementExecution(SimSession session) {
    this.session = session;
  }

  /** Runs a statement; one whose translation is outdated is translated again. */
  Outcome execute(String sql, BoundValues values, CallControl control, int fetchSize)
      throws SQLException {
    for (int attempt = 0; ; attempt++) {
      Plan plan = session.plans().get(sql, values.kinds(), session);
      try {
        return run(plan, values, Variables.NONE, control, fetchSize);
      } catch (StalePlanException e) {
        session.plans().clear();
        if (attempt == 10) {
          throw OraErrors.of(4023, "Object could not be validated or authorized");
        }
      }
    }
  }

  Outcome run(
      Plan plan, BoundValues values, Variables variables, CallControl control, int fetchSize)
      throws SQLException {
    if (plan instanceof QueryPlan query) {
      OpenState.requireReadable(session.database(), query);
      return Outcome.rows(session.runner().query(query, values, variables, control, fetchSize));
    }
    if (plan instanceof DmlPlan dml) {
      return dml(dml, values, variables, control);
    }
    boolean ends =
        plan instanceof DdlPlan
            || plan instanceof ControlPlan.Commit
            || plan instanceof ControlPlan.Rollback
            || plan instanceof ControlPlan.Savepoint;
    if (session.triggers().isActive() && ends) {
      throw OraErrors.of(4092, "cannot COMMIT or ROLLBACK in a trigger");
    }
    if (plan instanceof DdlPlan ddl) {
      if (!OpenState.isAllowedUnopened(ddl.text())) {
        requireWritable();
      }
      new DdlRunner(session, session.storage()).run(ddl.text());
      return Outcome.nothing();
    }
    if (plan instanceof ControlPlan.Block block) {
      block(block, values, control);
      return Outcome.count(1, List.of());
    }
    control((ControlPlan) plan, control);
    return Outcome.nothing();
  }

  private void requireWritable() throws SQLException {
    OpenState.requireWritable(session.database());
    session.places().requireTransactionIn(session.work());
  }

  private Outcome dml(DmlPlan plan, BoundValues values, Variables variables, CallControl control)
      throws SQLException {
    if (session.flashbackScn().isPresent()) {
      throw OraErrors.of(8182, "operation not supported while in Flashback mode");
    }
    requireWritable();
    if (session.work().isReadOnly()) {
      throw OraErrors.of(1456, "may not perform insert, in a READ ONLY transaction");
    }
    boolean returning = plan instanceof DmlPlan.Single single && single.returning() != null;
    if (returning && variables == Variables.NONE) {
      throw OraErrors.of(925, "missing INTO keyword");
    }
    long count = session.runner().dml(plan, values, variables, control);
    return Outcome.count(count, session.work().lastRows());
  }

  private void block(ControlPlan.Block block, BoundValues values, CallControl control)
      throws SQLException {
    Savepoint savepoint = session.storage().setSavepoint();
    RedoTransaction before = session.work().redo();
    int keep = before.changes().size();
    BlockRunner host = new BlockRunner(session, session.runner(), values, control);
    try {
      BlockInterpreter.run(block.text(), host);
    } catch (SQLException e) {
      if (before == session.work().redo()) {
        session.work().undoTo(keep);
        session.storage().rollback(savepoint);
      }
      throw e;
    }
  }

  private void control(ControlPlan plan, CallControl control) throws SQLException {
    if (plan instanceof ControlPlan.Commit) {
      session.commit();
    } else if (plan instanceof ControlPlan.Rollback rollback) {
      if (rollback.savepoint() == null) {
        session.rollback();
      } else {
        session.rollbackTo(rollback.savepoint());
      }
    } else if (plan instanceof ControlPlan.Savepoint savepoint) {
      session.savepoint(savepoint.name());
    } else if (plan instanceof ControlPlan.AlterSession alter) {
      for (ControlPlan.Setting setting : alter.settings()) {
        session.set(setting.name(), setting.value());
      }
      session.plans().clear();
    } else if (plan instanceof ControlPlan.SetTransaction set) {
      session.work().begin(set.readOnly());
    } else if (plan instanceof ControlPlan.SetConstraints set) {
      session.work().deferred().set(session.currentSchema(), set.names(), set.deferred());
    } else if (plan instanceof ControlPlan.LockTable lock) {
      session.runner().lockTables(lock, control);
    }
  }
}

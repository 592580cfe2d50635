package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Transaction control, session settings, locks and blocks. */
public sealed interface ControlPlan extends Plan {

  /** COMMIT. */
  record Commit() implements ControlPlan {}

  /**
   * ROLLBACK.
   *
   * @param savepoint TO SAVEPOINT, null for everything
   */
  record Rollback(@Nullable String savepoint) implements ControlPlan {}

  /**
   * SAVEPOINT.
   *
   * @param name its name
   */
  record Savepoint(String name) implements ControlPlan {}

  /**
   * SET TRANSACTION.
   *
   * @param readOnly READ ONLY
   */
  record SetTransaction(boolean readOnly) implements ControlPlan {}

  /**
   * ALTER SESSION SET.
   *
   * @param settings pairs in order
   */
  record AlterSession(List<Setting> settings) implements ControlPlan {}

  /**
   * One pair of ALTER SESSION SET.
   *
   * @param name in upper case
   * @param value contents of a literal, or the word in upper case
   */
  record Setting(String name, String value) {}

  /**
   * LOCK TABLE.
   *
   * @param tables to be locked
   * @param lock how long to wait
   */
  record LockTable(List<TableEntry> tables, LockMode lock) implements ControlPlan {}

  /**
   * SET CONSTRAINTS.
   *
   * @param names of constraints of the current schema, empty for ALL
   * @param deferred DEFERRED, else IMMEDIATE
   */
  record SetConstraints(List<String> names, boolean deferred) implements ControlPlan {}

  /**
   * A PL/SQL block or a JDBC call escape.
   *
   * @param text as typed
   */
  record Block(String text) implements ControlPlan {}
}

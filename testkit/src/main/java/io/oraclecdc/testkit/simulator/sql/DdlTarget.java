package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.ProgramId;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.TableDraft;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a DDL statement acts upon; the session gives it while it holds the dictionary's lock. */
public interface DdlTarget {

  /** Who runs the statement. */
  SqlSession session();

  /** The dictionary, locked for writing. */
  default SimDictionary dictionary() {
    return session().dictionary();
  }

  /** Runs a statement in H2; a lock held by someone's rows is ORA-00054. */
  void inner(String sql) throws SQLException;

  /** Runs a change of rows in H2; nothing of it becomes redo. */
  void innerRows(String sql) throws SQLException;

  /** Whether a query of H2 returns anything. */
  boolean exists(String query) throws SQLException;

  /** Computes an expression without columns. */
  @Nullable Object value(String innerExpression, Kind kind) throws SQLException;

  /** The ROWIDs that a query of H2 gives in its first column. */
  java.util.List<byte[]> rowIds(String query) throws SQLException;

  /** The wall clock. */
  LocalDateTime now();

  /** Publishes the new version of a table and refreshes its rows in the catalog views. */
  TableEntry publish(TableDraft draft) throws SQLException;

  /** Compiles a program unit; an error is kept for ALL_ERRORS. */
  void compile(ProgramId program) throws SQLException;

  /** CURRENT_SCN. */
  long currentScn();

  /** Refreshes the catalog views after a change of anything that is not a table. */
  void refreshCatalog() throws SQLException;

  /** A table is gone under this name: removes it from dictionary and catalog. */
  void unpublish(TableEntry entry, boolean purge) throws SQLException;

  /** Runs CREATE TABLE AS SELECT's or any other INSERT as the session would. */
  void insert(String insertSql) throws SQLException;

  /** Writes the DDL row of the redo. */
  void record(
      @Nullable String owner, @Nullable String objectName, @Nullable SimTable table, String text)
      throws SQLException;

  /** ALTER SYSTEM SWITCH LOGFILE. */
  void switchLog() throws SQLException;

  /** ALTER SYSTEM SET. */
  void setParameter(String name, String value) throws SQLException;

  /** What can be done to the whole database. */
  Administration administration();

  /** Dictionaries of the pluggable databases when the statement runs in a root, else none. */
  List<SimDictionary> pluggables();

  /** Users or grants of the pluggable databases changed; a new common user gets his schemas. */
  void commonChanged(@Nullable String newUser) throws SQLException;
}

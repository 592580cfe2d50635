package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.TableDraft;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.H2ErrorMapper;
import io.oraclecdc.testkit.simulator.errors.H2ErrorMapper.Situation;
import io.oraclecdc.testkit.simulator.logmnr.ContainerFacts;
import io.oraclecdc.testkit.simulator.sql.Administration;
import io.oraclecdc.testkit.simulator.sql.DdlStatements;
import io.oraclecdc.testkit.simulator.sql.DdlTarget;
import io.oraclecdc.testkit.simulator.sql.SqlSession;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.List;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/** Runs one DDL statement: commit, lock the dictionary, change H2, publish, write redo. */
final class DdlRunner implements DdlTarget {
  private final SimSession session;
  private final Connection h2;
  private @Nullable String fillStatement;

  DdlRunner(SimSession session, Connection h2) {
    this.session = session;
    this.h2 = h2;
  }

  void run(String text) throws SQLException {
    session.commitWithoutFault();
    Lock lock = session.dictionary().lock().writeLock();
    lock.lock();
    try {
      DdlStatements.run(text, this);
    } finally {
      h2.commit();
      lock.unlock();
    }
    String fill = fillStatement;
    if (fill != null) {
      session.execute(fill, new BoundValues(), session.database().newControl(), 10);
      session.commitWithoutFault();
    }
  }

  @Override
  public SqlSession session() {
    return session;
  }

  @Override
  public void inner(String sql) throws SQLException {
    try {
      session.innerStatement(sql);
    } catch (SQLException e) {
      throw H2ErrorMapper.map(e, Situation.DDL);
    }
  }

  @Override
  public void innerRows(String sql) throws SQLException {
    inner(sql);
    h2.commit();
  }

  @Override
  public boolean exists(String query) throws SQLException {
    try (Statement statement = h2.createStatement();
        ResultSet rows = session.bound(() -> statement.executeQuery(query))) {
      return session.bound(rows::next);
    } catch (SQLException e) {
      throw H2ErrorMapper.map(e, Situation.DDL);
    }
  }

  @Override
  public LocalDateTime now() {
    return session.database().now();
  }

  @Override
  public TableEntry publish(TableDraft draft) throws SQLException {
    TableEntry entry = draft.freeze(dictionary().logging());
    dictionary().publish(entry);
    dictionary().lastDdl().put(entry.key(), now());
    session.database().catalog().refresh(entry);
    return entry;
  }

  @Override
  public void refreshCatalog() throws SQLException {
    session.database().catalog().refreshOthers();
  }

  @Override
  public void unpublish(TableEntry entry, boolean purge) throws SQLException {
    dictionary().removeTable(entry, purge);
    session.database().catalog().remove(entry.key());
  }

  @Override
  public void insert(String insertSql) {
    fillStatement = insertSql;
  }

  @Override
  public void record(
      @Nullable String owner, @Nullable String objectName, @Nullable SimTable table, String text) {
    session.database().redo().ddl(session.info(), owner, objectName, table, text);
  }

  @Override
  public void switchLog() {
    session.database().redo().switchLog(session.info().thread());
  }

  @Override
  public void setParameter(String name, String value) throws SQLException {
    DestinationParameters.set(session.database(), name, value);
    session.database().setParameter(name, value);
  }

  @Override
  public Administration administration() {
    return new DatabaseAdministration(session);
  }

  @Override
  public List<SimDictionary> pluggables() {
    return session.database().containerId() == ContainerFacts.ROOT
        ? session.database().pluggables().stream().map(Database::dictionary).toList()
        : List.of();
  }

  @Override
  public void commonChanged(@Nullable String newUser) throws SQLException {
    if (session.database().containerId() == ContainerFacts.ROOT) {
      for (Database pluggable : session.database().pluggables()) {
        pluggable.commonChanged(newUser);
      }
    }
  }
}

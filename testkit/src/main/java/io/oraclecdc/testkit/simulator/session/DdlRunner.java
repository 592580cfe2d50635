package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.capture.StoredRows;
import io.oraclecdc.testkit.simulator.dictionary.IdCounters;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.TableDraft;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.H2ErrorMapper;
import io.oraclecdc.testkit.simulator.errors.H2ErrorMapper.Situation;
import io.oraclecdc.testkit.simulator.sql.DdlStatements;
import io.oraclecdc.testkit.simulator.sql.DdlTarget;
import io.oraclecdc.testkit.simulator.sql.SqlSession;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/** Runs one DDL statement: commit, lock the dictionary, change H2, publish, write redo. */
final class DdlRunner implements DdlTarget {
  private final SimSession session;
  private final Connection h2;
  private final List<DictionaryChange.TableImage> images = new ArrayList<>();
  private @Nullable String fillStatement;
  private IdCounters before;
  private String text = "";
  private boolean rowsChanged;
  private boolean recorded;
  private boolean repeating;

  DdlRunner(SimSession session, Connection h2) {
    this.session = session;
    this.h2 = h2;
    this.before = session.dictionary().ids();
  }

  /** Runs a statement again that the redo already tells of. */
  void repeat(String statement) throws SQLException {
    repeating = true;
    try {
      DdlStatements.run(statement, this);
    } finally {
      h2.commit();
    }
  }

  void run(String statement) throws SQLException {
    text = statement;
    session.commitWithoutFault();
    before = session.dictionary().ids();
    ChangeJournal journal = session.database().journal();
    Lock lock = session.dictionary().lock().writeLock();
    lock.lock();
    try {
      before = session.dictionary().ids();
      DdlStatements.run(statement, this);
      if (journal != null && !recorded) {
        journal.dictionary(change());
      }
    } finally {
      h2.commit();
      lock.unlock();
    }
    if (journal != null) {
      journal.sync();
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
    rowsChanged = true;
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
    return LocalDateTime.ofInstant(session.statementInstant(), session.hostZone())
        .truncatedTo(ChronoUnit.SECONDS);
  }

  @Override
  public TableEntry publish(TableDraft draft) throws SQLException {
    TableEntry entry = draft.freeze(dictionary().logging());
    dictionary().publish(entry);
    dictionary().lastDdl().put(entry.key(), now());
    session.database().catalog().refresh(entry);
    if (rowsChanged && !repeating && session.database().journal() != null) {
      rowsChanged = false;
      images.add(image(entry.table()));
    }
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
    if (!repeating) {
      fillStatement = insertSql;
    }
  }

  @Override
  public void record(
      @Nullable String owner,
      @Nullable String objectName,
      @Nullable SimTable table,
      String statement) {
    ChangeJournal journal = session.database().journal();
    if (repeating) {
      return;
    }
    if (journal == null) {
      session.database().redo().ddl(session.info(), owner, objectName, table, statement);
    } else {
      DictionaryChange change = recorded ? null : change();
      recorded = true;
      journal.ddl(change, session.info(), owner, objectName, table, statement);
    }
  }

  @Override
  public void switchLog() {
    if (!repeating) {
      session.database().redo().switchLog(session.info().thread());
    }
  }

  private DictionaryChange change() {
    // values of a sequence that DDL touched are marked anew
    session.database().sequenceMarks().forget();
    return session.change(text, before, List.copyOf(images));
  }

  private DictionaryChange.TableImage image(SimTable table) throws SQLException {
    List<DictionaryChange.StoredRow> rows = new ArrayList<>();
    session.bound(
        () -> {
          new StoredRows(h2)
              .read(table, (rowId, row) -> rows.add(new DictionaryChange.StoredRow(rowId, row)));
          return true;
        });
    return new DictionaryChange.TableImage(table.objectId(), rows);
  }

  @Override
  public void setParameter(String name, String value) {
    session.database().setParameter(name, value);
  }
}

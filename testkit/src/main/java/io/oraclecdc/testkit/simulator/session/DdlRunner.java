package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.capture.StoredRows;
import io.oraclecdc.testkit.simulator.dictionary.IdCounters;
import io.oraclecdc.testkit.simulator.dictionary.ProgramId;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.TableDraft;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.H2ErrorMapper;
import io.oraclecdc.testkit.simulator.errors.H2ErrorMapper.Situation;
import io.oraclecdc.testkit.simulator.flashback.UndoHistory;
import io.oraclecdc.testkit.simulator.logmnr.ContainerFacts;
import io.oraclecdc.testkit.simulator.redo.ArchiverStuckException;
import io.oraclecdc.testkit.simulator.sql.Administration;
import io.oraclecdc.testkit.simulator.sql.DdlStatements;
import io.oraclecdc.testkit.simulator.sql.DdlTarget;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.SqlSession;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/** Runs one DDL statement: commit, lock the dictionary, change H2, publish, write redo. */
final class DdlRunner implements DdlTarget {
  private final SimSession session;
  private final Connection h2;
  private final Set<Long> redefined = new LinkedHashSet<>();
  private final Set<Long> published = new LinkedHashSet<>();
  private @Nullable String fillStatement;
  private IdCounters before;
  private String text = "";
  private boolean rowsChanged;
  private boolean recorded;
  private boolean administered;
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
    ChangeJournal journal = session.database().journal();
    Lock lock = session.dictionary().lock().writeLock();
    lock.lock();
    try {
      before = session.dictionary().ids();
      DdlStatements.run(statement, this);
      new ProgramCompiler(session).compileInvalid();
      if (journal != null && !recorded && !administered) {
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
  public @Nullable Object value(String innerExpression, Kind kind) throws SQLException {
    String query = "SELECT " + innerExpression + " FROM \"SYS\".\"DUAL\"";
    try (Statement statement = h2.createStatement();
        ResultSet rows = session.bound(() -> statement.executeQuery(query))) {
      return session.bound(rows::next) ? H2Values.read(rows, 1, kind) : null;
    } catch (SQLException e) {
      throw H2ErrorMapper.map(e, Situation.DDL);
    }
  }

  @Override
  public List<byte[]> rowIds(String query) throws SQLException {
    List<byte[]> found = new ArrayList<>();
    try (Statement statement = h2.createStatement();
        ResultSet rows = session.bound(() -> statement.executeQuery(query))) {
      while (session.bound(rows::next)) {
        found.add(rows.getBytes(1));
      }
    } catch (SQLException e) {
      throw H2ErrorMapper.map(e, Situation.DDL);
    }
    return found;
  }

  @Override
  public LocalDateTime now() {
    return LocalDateTime.ofInstant(session.statementInstant(), session.hostZone())
        .truncatedTo(ChronoUnit.SECONDS);
  }

  @Override
  public TableEntry publish(TableDraft draft) throws SQLException {
    TableEntry entry = draft.freeze(dictionary().logging());
    if (isRedefined(entry)) {
      redefine(entry.table());
    }
    dictionary().publish(entry);
    dictionary().lastDdl().put(entry.key(), now());
    session.database().catalog().refresh(entry);
    published.add(entry.table().objectId());
    return entry;
  }

  /** Whether rows of earlier SCNs cannot be read through the new definition. */
  private boolean isRedefined(TableEntry entry) {
    TableEntry old = dictionary().tableById(entry.table().objectId()).orElse(null);
    return old == null
        || old.table().objectVersion() != entry.table().objectVersion()
        || old.table().dataObjectId() != entry.table().dataObjectId()
        || !old.constraints().equals(entry.constraints());
  }

  private void redefine(SimTable table) throws SQLException {
    UndoHistory undo = session.database().undo();
    undo.defining(table);
    redefined.add(table.objectId());
    dropHistory(table);
  }

  private void dropHistory(SimTable table) throws SQLException {
    String history = session.database().undo().forget(table.objectId());
    if (history != null) {
      inner("DROP TABLE " + history);
    }
  }

  @Override
  public void compile(ProgramId program) throws SQLException {
    new ProgramCompiler(session).compile(program);
  }

  @Override
  public long currentScn() {
    return session.currentScn();
  }

  @Override
  public void refreshCatalog() throws SQLException {
    session.database().catalog().refreshOthers();
  }

  @Override
  public void unpublish(TableEntry entry, boolean purge) throws SQLException {
    if (dictionary().table(entry.key()).isPresent() && purge) {
      dropHistory(entry.table());
    }
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
      String statement)
      throws SQLException {
    long scn = scnOf(owner, objectName, table, statement);
    redefined.forEach(id -> session.database().undo().defined(id, scn));
    redefined.clear();
  }

  @Override
  public void switchLog() throws SQLException {
    if (!repeating) {
      try {
        session.database().redo().switchLog(session.info().thread());
      } catch (ArchiverStuckException e) {
        throw DatabaseAdministration.stuck();
      }
    }
  }

  private long scnOf(
      @Nullable String owner,
      @Nullable String objectName,
      @Nullable SimTable table,
      String statement)
      throws SQLException {
    ChangeJournal journal = session.database().journal();
    if (repeating) {
      return session.database().redo().currentScn(); // its redo is repeated by itself
    }
    if (journal == null) {
      return session.database().redo().ddl(session.info(), owner, objectName, table, statement);
    }
    DictionaryChange change = recorded ? null : change();
    recorded = true;
    return journal.ddl(change, session.info(), owner, objectName, table, statement);
  }

  /** The statement with all that its repetition needs; sequences it touched are marked anew. */
  private DictionaryChange change() throws SQLException {
    session.database().sequenceMarks().forget();
    List<DictionaryChange.TableImage> images = new ArrayList<>();
    for (Long id : rowsChanged ? published : Set.<Long>of()) {
      Optional<TableEntry> entry = dictionary().tableById(id);
      if (entry.isPresent()) {
        images.add(image(entry.get().table()));
      }
    }
    return session.change(text, before, images);
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
  public void setParameter(String name, String value) throws SQLException {
    if (!repeating) {
      DestinationParameters.set(session.database(), name, value);
    }
    session.database().setParameter(name, value);
  }

  @Override
  public Administration administration() {
    administered = true;
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

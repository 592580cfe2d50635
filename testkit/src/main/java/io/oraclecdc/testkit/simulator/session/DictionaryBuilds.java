package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.logmnr.ContainerFacts;
import io.oraclecdc.testkit.simulator.redo.ArchiverStuckException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;

/** DBMS_LOGMNR_D.BUILD into the redo: what a session sees of the dictionary goes into the logs. */
public final class DictionaryBuilds {
  private DictionaryBuilds() {}

  /**
   * Builds.
   *
   * @throws SQLException ORA-00257 while no destination takes logs, ORA-01325 in NOARCHIVELOG mode,
   *     ORA-01354 without supplemental logging, ORA-16000 where nothing can be written
   */
  public static void run(SimSession session) throws SQLException {
    Database database = session.database();
    if (database.isReadOnly() || database.isStandby()) {
      throw OraErrors.of(16000, "database or pluggable database open for read-only access");
    }
    if (!database.redo().options().archivelog()) {
      throw OraErrors.of(1325, "archive log mode must be enabled to build into the logstream");
    }
    if (!database.instance().databaseSupplementalLogging().get(0)) {
      throw OraErrors.of(1354, "Supplemental log data must be added to run this command");
    }
    Lock lock = session.dictionary().lock().readLock();
    lock.lock();
    try {
      database.redo().buildDictionary(session.info(), tables(database));
    } catch (ArchiverStuckException e) {
      throw DatabaseAdministration.stuck();
    } finally {
      lock.unlock();
    }
  }

  /** All tables of the database, of the pluggable databases too when the root is asked. */
  private static List<SimTable> tables(Database database) {
    List<SimTable> tables = new ArrayList<>();
    add(tables, database);
    if (database.containerId() == ContainerFacts.ROOT) {
      database.pluggables().forEach(pluggable -> add(tables, pluggable));
    }
    return tables;
  }

  private static void add(List<SimTable> tables, Database database) {
    database.dictionary().tables().stream().map(TableEntry::table).forEach(tables::add);
  }
}

package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.capture.StatementScope;
import io.oraclecdc.testkit.simulator.errors.H2ErrorMapper;
import io.oraclecdc.testkit.simulator.errors.H2ErrorMapper.Situation;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.redo.LobCall;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.locks.Lock;

/** Reads and changes LOBs of rows through their locators; each change is a call in the redo. */
final class LobRunner {
  private final SimSession session;
  private final Connection h2;

  LobRunner(SimSession session, Connection h2) {
    this.session = session;
    this.h2 = h2;
  }

  Object content(TableLob lob) throws SQLException {
    try (PreparedStatement statement = h2.prepareStatement(lob.query())) {
      statement.setBytes(1, lob.rowId());
      try (ResultSet row = session.bound(statement::executeQuery)) {
        if (!session.bound(row::next)) {
          throw OraErrors.of(22922, "nonexistent LOB value");
        }
        Object value = lob.isText() ? row.getString(1) : row.getBytes(1);
        if (value == null) {
          throw OraErrors.of(22275, "invalid LOB locator specified");
        }
        return value;
      }
    } catch (SQLException e) {
      throw H2ErrorMapper.map(e, Situation.OTHER);
    }
  }

  void change(TableLob lob, LobCall call) throws SQLException {
    Object changed = LobContent.changed(content(lob), call);
    StatementScope scope = session.work().beginStatement();
    scope.begin(lob.table().table().objectId(), Set.of(lob.column()));
    scope.calling(call);
    Lock lock = session.dictionary().lock().readLock();
    lock.lock();
    try (PreparedStatement statement = h2.prepareStatement(lob.update())) {
      set(statement, 1, changed);
      statement.setBytes(2, lob.rowId());
      session.bound(statement::executeUpdate);
      scope.end();
    } catch (SQLException e) {
      session.work().statementFailed(scope, scope.failedRows(false));
      throw H2ErrorMapper.map(e, Situation.UPDATE);
    } finally {
      lock.unlock();
    }
    session.done(scope);
  }

  /** Sets a LOB parameter; an empty one stays empty and does not become NULL. */
  static void set(PreparedStatement statement, int index, Object content) throws SQLException {
    if (content instanceof byte[] bytes) {
      statement.setBytes(index, bytes);
    } else {
      statement.setCharacterStream(index, new StringReader((String) content));
    }
  }
}

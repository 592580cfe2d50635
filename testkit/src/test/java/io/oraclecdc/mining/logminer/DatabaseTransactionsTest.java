package io.oraclecdc.mining.logminer;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.DatabaseSettings;
import io.oraclecdc.database.OracleErrors;
import io.oraclecdc.database.SessionFactory;
import io.oraclecdc.database.SessionRole;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Properties;
import java.util.Set;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What counts as known to the database. The simulator has the views of distributed transactions,
 * and no distributed transactions: a row is added to the view of one session.
 */
class DatabaseTransactionsTest {
  private static final Xid IN_DOUBT = new Xid(10, 1, 7);

  @Test
  void aTransactionInDoubtIsKnownAlthoughItHasNoSession() throws Exception {
    try (OracleSimulator oracle = OracleSimulator.start("in-doubt");
        Connection app = oracle.connectApp();
        DriverWithARow driver =
            new DriverWithARow(
                oracle.url(),
                "DBA_2PC_PENDING P",
                "(SELECT LOCAL_TRAN_ID FROM DBA_2PC_PENDING UNION ALL SELECT '10.1.7' FROM DUAL) P")) {
      Set<TransactionKey> before = known(driver.url());
      assertThat(before).contains(new TransactionKey(0, IN_DOUBT));
      app.setAutoCommit(false);
      try (Statement statement = app.createStatement()) {
        statement.execute("CREATE TABLE t (id NUMBER(9))");
        statement.execute("INSERT INTO t VALUES (1)");
      }
      assertThat(known(driver.url())).containsAll(before).hasSize(before.size() + 1);
    }
  }

  @Test
  void theRootTellsThoseOfEveryContainer() throws Exception {
    try (OracleSimulator oracle =
            OracleSimulator.builder("in-doubt-root").containerDatabase("P1", "P2").start();
        DriverWithARow driver =
            new DriverWithARow(
                oracle.url(),
                "CDB_2PC_PENDING P",
                "(SELECT LOCAL_TRAN_ID, CON_ID FROM CDB_2PC_PENDING"
                    + " UNION ALL SELECT '10.1.7', 4 FROM DUAL) P")) {
      assertThat(known(driver.url())).contains(new TransactionKey(4, IN_DOUBT));
      assertThat(known(oracle.url())).doesNotContain(new TransactionKey(4, IN_DOUBT));
    }
  }

  private static Set<TransactionKey> known(String url) {
    SessionFactory sessions =
        new SessionFactory(
            DatabaseSettings.builder()
                .url(url)
                .user(OracleSimulator.CAPTURE_USER)
                .password(OracleSimulator.CAPTURE_PASSWORD)
                .build(),
            OracleErrors.standard());
    try (DatabaseSession session = new DatabaseSession(sessions, SessionRole.METADATA)) {
      return new DatabaseTransactions(session, DatabaseInfo.read(session))
          .read()
          .orElseThrow()
          .known();
    }
  }

  /** Sessions in which one view has a row more. */
  private static final class DriverWithARow implements Driver, AutoCloseable {
    private final String real;
    private final String view;
    private final String viewWithARow;

    DriverWithARow(String real, String view, String viewWithARow) throws SQLException {
      this.real = real;
      this.view = view;
      this.viewWithARow = viewWithARow;
      DriverManager.registerDriver(this);
    }

    String url() {
      return "jdbc:with-a-row:" + System.identityHashCode(this);
    }

    @Override
    public @Nullable Connection connect(String url, Properties info) throws SQLException {
      if (!acceptsURL(url)) {
        return null;
      }
      Connection connection = DriverManager.getConnection(real, info);
      return (Connection)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, arguments) -> {
                Object[] given = arguments == null ? new Object[0] : arguments.clone();
                if (method.getName().equals("prepareStatement")) {
                  given[0] = String.valueOf(given[0]).replace(view, viewWithARow);
                }
                try {
                  return method.invoke(connection, given);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }

    @Override
    public boolean acceptsURL(String url) {
      return url.equals(url());
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
      return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
      return 1;
    }

    @Override
    public int getMinorVersion() {
      return 0;
    }

    @Override
    public boolean jdbcCompliant() {
      return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
      throw new SQLFeatureNotSupportedException();
    }

    @Override
    public void close() throws SQLException {
      DriverManager.deregisterDriver(this);
    }
  }
}

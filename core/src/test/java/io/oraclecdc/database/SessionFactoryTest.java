package io.oraclecdc.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SessionFactoryTest {
  private final Recorder recorder = new Recorder();

  @BeforeEach
  void register() throws SQLException {
    DriverManager.registerDriver(recorder);
  }

  @AfterEach
  void deregister() throws SQLException {
    DriverManager.deregisterDriver(recorder);
  }

  @Test
  void CFG_07_deadConnectionsAreNoticedByDefault() {
    open(settings().readTimeout(Duration.ofMinutes(11)).build());
    assertThat(recorder.properties)
        .containsEntry("oracle.net.keepAlive", "true")
        .containsEntry("oracle.net.CONNECT_TIMEOUT", "30000")
        .containsEntry("oracle.jdbc.ReadTimeout", "660000");
  }

  @Test
  void aSilentSocketIsNoticedSoonWhereOnlyTheCatalogIsAsked() {
    open(settings().readTimeout(Duration.ofMinutes(11)).build(), SessionRole.METADATA);
    assertThat(recorder.properties).containsEntry("oracle.jdbc.ReadTimeout", "60000");
    open(settings().readTimeout(Duration.ofSeconds(20)).build(), SessionRole.METADATA);
    assertThat(recorder.properties).containsEntry("oracle.jdbc.ReadTimeout", "20000");
    open(settings().readTimeout(Duration.ofMinutes(11)).build(), SessionRole.RESELECT);
    assertThat(recorder.properties).containsEntry("oracle.jdbc.ReadTimeout", "660000");
    open(settings().property("oracle.jdbc.ReadTimeout", "90000").build(), SessionRole.METADATA);
    assertThat(recorder.properties).containsEntry("oracle.jdbc.ReadTimeout", "90000");
  }

  @Test
  void propertiesOfTheUserWinOverDefaultsButNotOverTheLogin() {
    open(
        settings()
            .property("oracle.net.keepAlive", "false")
            .property("user", "other")
            .wallet("/wallet")
            .build());
    assertThat(recorder.properties)
        .containsEntry("oracle.net.keepAlive", "false")
        .containsEntry("oracle.net.wallet_location", "/wallet")
        .containsEntry("user", "me");
  }

  @Test
  void CFG_06_theSessionIsSetUpAndNoContainerIsEntered() {
    open(settings().build());
    assertThat(recorder.calls)
        .containsSubsequence("setAutoCommit false", "execute " + SessionSql.NLS, "execute")
        .contains("execute " + SessionSql.TIME_ZONE, "setString 2 mining")
        .noneMatch(call -> call.contains("CONTAINER"));
  }

  @Test
  void masksKeepTheEraAndItsLanguage() {
    assertThat(SessionSql.NLS)
        .contains("HH24:MI:SS AD'", ".FF9 AD'", "TZH:TZM AD'", "NLS_DATE_LANGUAGE = 'AMERICAN'");
  }

  @Test
  void aSessionThatCannotBeSetUpIsClosed() {
    recorder.failure = new SQLException("ORA-01031: insufficient privileges", "42000", 1031);
    assertThatThrownBy(() -> open(settings().build()))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PRIVILEGE))
        .hasMessageContaining("opening the mining session as me")
        .message()
        .doesNotContain("secret");
    assertThat(recorder.calls).contains("close");
  }

  private static DatabaseSettings.Builder settings() {
    return DatabaseSettings.builder().url(Recorder.URL).user("me").password("secret");
  }

  private static void open(DatabaseSettings settings) {
    open(settings, SessionRole.MINING);
  }

  private static void open(DatabaseSettings settings, SessionRole role) {
    Connection opened = new SessionFactory(settings, OracleErrors.standard()).open(role);
    assertThat(opened).isNotNull();
  }

  /** A driver that notes what is asked of its connections. */
  private static final class Recorder implements Driver {
    static final String URL = "jdbc:recorder:";

    private final List<String> calls = new ArrayList<>();
    private Properties properties = new Properties();
    private @Nullable SQLException failure;

    @Override
    public @Nullable Connection connect(String url, Properties info) {
      if (!acceptsURL(url)) {
        return null;
      }
      properties = info;
      return proxy(Connection.class);
    }

    private <T> T proxy(Class<T> type) {
      InvocationHandler handler =
          (proxy, method, arguments) -> {
            StringBuilder call = new StringBuilder(method.getName());
            for (Object argument : arguments == null ? new Object[0] : arguments) {
              call.append(' ').append(argument);
            }
            calls.add(call.toString());
            if (failure != null && method.getName().equals("execute")) {
              throw failure;
            }
            return switch (method.getName()) {
              case "createStatement" -> proxy(Statement.class);
              case "prepareCall" -> proxy(CallableStatement.class);
              case "execute" -> false;
              default -> null;
            };
          };
      return type.cast(
          Proxy.newProxyInstance(Recorder.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @Override
    public boolean acceptsURL(String url) {
      return url.equals(URL);
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
  }
}

package io.oraclecdc.testkit.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** Runs SQL for a test and shows results as text, columns joined by {@code |}. */
public final class SqlConsole implements AutoCloseable {
  private final Connection connection;

  /** A console on a connection it closes. */
  public SqlConsole(Connection connection) {
    this.connection = connection;
  }

  /** The connection. */
  public Connection connection() {
    return connection;
  }

  /** Runs statements in order. */
  public SqlConsole run(String... statements) throws SQLException {
    for (String sql : statements) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(sql);
      }
    }
    return this;
  }

  /** Rows changed by a statement with binds. */
  public int update(String sql, @Nullable Object... binds) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, binds);
      return statement.executeUpdate();
    }
  }

  private static void bind(PreparedStatement statement, @Nullable Object... binds)
      throws SQLException {
    for (int i = 0; i < binds.length; i++) {
      statement.setObject(i + 1, binds[i]);
    }
  }

  /** All rows of a query. */
  public List<String> rows(String sql, @Nullable Object... binds) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, binds);
      try (ResultSet rows = statement.executeQuery()) {
        List<String> result = new ArrayList<>();
        int columns = rows.getMetaData().getColumnCount();
        while (rows.next()) {
          List<String> values = new ArrayList<>();
          for (int i = 1; i <= columns; i++) {
            values.add(String.valueOf(rows.getString(i)));
          }
          result.add(String.join("|", values));
        }
        return result;
      }
    }
  }

  /** The only row of a query. */
  public String one(String sql, @Nullable Object... binds) throws SQLException {
    List<String> rows = rows(sql, binds);
    assertThat(rows).hasSize(1);
    return rows.get(0);
  }

  /** The value of an expression. */
  public String value(String expression) throws SQLException {
    return one("SELECT " + expression + " FROM DUAL");
  }

  /** The error of a statement that must fail. */
  public SQLException error(String sql, @Nullable Object... binds) {
    return catchThrowableOfType(
        SQLException.class,
        () -> {
          try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, binds);
            if (statement.execute()) {
              try (ResultSet rows = statement.getResultSet()) {
                while (rows.next()) {
                  rows.getString(1);
                }
              }
            }
          }
        });
  }

  /** ORA number of a statement that must fail. */
  public int fails(String sql, @Nullable Object... binds) {
    SQLException error = error(sql, binds);
    assertThat((Throwable) error).as("must fail: %s", sql).isNotNull();
    assertThat(error.getErrorCode()).as("internal error: %s", error.getMessage()).isNotEqualTo(600);
    return error.getErrorCode();
  }

  /** Text of the error of a statement that must fail. */
  public String message(String sql, @Nullable Object... binds) {
    return String.valueOf(error(sql, binds).getMessage());
  }

  /** The SQLException an action must end in. */
  public static SQLException failure(ThrowingCallable action) {
    return catchThrowableOfType(SQLException.class, action);
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}

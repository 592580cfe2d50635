package broken.database;

import java.sql.Connection;

/** JDBC where it belongs. */
public final class Sessions {
  void end(Connection connection) throws Exception {
    connection.close();
  }
}

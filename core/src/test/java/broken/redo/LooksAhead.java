package broken.redo;

import broken.transaction.Buffer;
import java.sql.ResultSet;
import java.util.function.LongSupplier;

/** A stage that knows a later one, reads JDBC, sleeps and looks at clocks. */
public final class LooksAhead {
  public static final class Row {}

  final LongSupplier clock = System::nanoTime;
  Buffer next = new Buffer();

  String read(ResultSet rows) throws Exception {
    Thread.sleep(1);
    return rows.getString(1) + java.time.Instant.now();
  }
}

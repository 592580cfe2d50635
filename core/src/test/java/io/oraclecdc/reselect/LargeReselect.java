package io.oraclecdc.reselect;

import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.DatabaseSettings;
import io.oraclecdc.database.OracleErrors;
import io.oraclecdc.database.SessionFactory;
import io.oraclecdc.database.SessionRole;
import io.oraclecdc.lob.AssemblySettings.Oversize;
import io.oraclecdc.lob.MissingValues.Found;
import io.oraclecdc.lob.MissingValues.MissingRow;
import io.oraclecdc.model.Container;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;

/** Reads one large value from a table; the driver makes it while it is read. */
final class LargeReselect {
  private LargeReselect() {}

  public static void main(String[] arguments) throws SQLException {
    Kind kind = Kind.valueOf(arguments[0]);
    int size = Integer.parseInt(arguments[1]);
    QueryDriver driver = new QueryDriver();
    driver.rows.add(
        new Object[] {BigDecimal.ONE, kind == Kind.BLOB ? new Zeros(size) : new Letters(size)});
    DriverManager.registerDriver(driver);
    DatabaseSession session =
        new DatabaseSession(
            new SessionFactory(
                DatabaseSettings.builder().url(QueryDriver.URL).user("U").password("p").build(),
                OracleErrors.standard()),
            SessionRole.RESELECT);
    BitSet columns = new BitSet();
    columns.set(1);
    Object[] row = {BigDecimal.ONE, SpecialValue.UNAVAILABLE};
    try (TableReselect reselect = new TableReselect(session, 1 << 30, Oversize.FAIL, event -> {})) {
      List<Found> found =
          reselect.read(
              new Scn(1),
              List.of(new MissingRow(table(kind), RowImage.owning(row), null, columns)));
      RowImage image = java.util.Objects.requireNonNull(found.get(0).values());
      Object value = image.get(1);
      int units = value instanceof byte[] bytes ? bytes.length : ((String) value).length();
      System.out.println(units + " units read");
    }
  }

  private static TableSchema table(Kind kind) {
    return new TableSchema(
        TableId.of("APP", "D"),
        new Container(0, "FREE"),
        0,
        1,
        false,
        List.of(column("ID", Kind.NUMBER, 1), column("B", kind, 2)),
        new RecordKey(RecordKey.Kind.COLUMNS, List.of(0)),
        TableSchema.SupplementalLogging.ALL);
  }

  private static Column column(String name, Kind kind, int id) {
    return new Column(
        name,
        new OracleType(kind, kind.name(), 20, null, null),
        id > 1,
        id,
        Column.Use.CAPTURED,
        null);
  }

  /** So many letters. */
  private static final class Letters extends Reader {
    private int left;

    Letters(int size) {
      left = size;
    }

    @Override
    public int read(char[] buffer, int offset, int length) {
      if (left == 0) {
        return -1;
      }
      int count = Math.min(left, length);
      java.util.Arrays.fill(buffer, offset, offset + count, 'x');
      left -= count;
      return count;
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }

  /** So many zero bytes. */
  private static final class Zeros extends InputStream {
    private int left;

    Zeros(int size) {
      left = size;
    }

    @Override
    public int read() {
      return left-- > 0 ? 0 : -1;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
      if (left <= 0) {
        return -1;
      }
      int count = Math.min(left, length);
      java.util.Arrays.fill(buffer, offset, offset + count, (byte) 0);
      left -= count;
      return count;
    }
  }
}

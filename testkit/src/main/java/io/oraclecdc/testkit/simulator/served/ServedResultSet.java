package io.oraclecdc.testkit.simulator.served;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.jdbc.TypedResultSet;
import io.oraclecdc.testkit.simulator.sql.Kind;
import java.math.BigDecimal;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Objects;
import javax.sql.rowset.serial.SerialClob;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a result on the server, fetched in batches of the fetch size; the getters are those of
 * the result in process. An error that ended a batch is raised after the rows before it.
 */
final class ServedResultSet extends TypedResultSet {
  private final ClientLink link;
  private final int id;
  private final ResultDescription description;
  private final Kind[] kinds;
  private final @Nullable Object[] row;
  private @Nullable WireReader batch;
  private int fetchSize;
  private boolean closed;

  ServedResultSet(ClientLink link, int id, ResultDescription description) {
    super(description.columns());
    this.link = link;
    this.id = id;
    this.description = description;
    this.fetchSize = description.fetchSize();
    this.closed = description.statement() == null;
    this.kinds =
        description.columns().stream()
            .map(c -> c.rowId() ? Kind.ROWID : Kind.of(c.type()))
            .toArray(Kind[]::new);
    this.row = new Object[kinds.length];
  }

  /** A large object of the current row. */
  private static final class LobCell {
    final int id;
    final @Nullable Object inline;
    @Nullable Object standIn;

    LobCell(int id, @Nullable Object inline) {
      this.id = id;
      this.inline = inline;
    }
  }

  @Override
  protected void checkOpen() throws SQLException {
    link.checkOpen();
    if (closed) {
      throw OraErrors.of(17010, "Closed Resultset");
    }
  }

  @Override
  public boolean next() throws SQLException {
    checkOpen();
    while (!isEnded()) {
      WireReader rows = batch;
      if (rows == null) {
        rows = fetch();
        batch = rows;
      }
      forgetLobs();
      switch (rows.tag()) {
        case Operation.ROW -> {
          read(rows);
          return moved(true);
        }
        case Operation.BATCH_END -> batch = null;
        case Operation.RESULT_END -> {
          batch = null;
          return moved(false);
        }
        default -> {
          batch = null;
          Throwable error = WireErrors.read(rows);
          if (rows.flag()) {
            link.die();
          }
          throw ClientLink.raised(error);
        }
      }
    }
    return moved(false);
  }

  private WireReader fetch() throws SQLException {
    Object rows =
        link.call(
            w -> {
              w.tag(Operation.FETCH);
              link.objects().use(w, id);
              w.count(fetchSize);
            },
            in -> in,
            0);
    return (WireReader) Objects.requireNonNull(rows);
  }

  private void read(WireReader in) {
    for (int i = 0; i < kinds.length; i++) {
      boolean lob = !description.whole()[i] && (kinds[i] == Kind.CLOB || kinds[i] == Kind.BLOB);
      row[i] = lob ? lob(in, kinds[i]) : link.objects().values().read(in);
    }
  }

  private static @Nullable LobCell lob(WireReader in, Kind kind) {
    if (!in.flag()) {
      return null;
    }
    int number = in.count();
    if (!in.flag()) {
      return new LobCell(number, null);
    }
    return new LobCell(number, kind == Kind.CLOB ? in.text() : in.bytes());
  }

  private void forgetLobs() {
    for (Object cell : row) {
      if (cell instanceof LobCell lob && lob.standIn == null) {
        link.unused(lob.id);
      }
    }
    Arrays.fill(row, null);
  }

  @Override
  protected @Nullable Object read(int index, Kind kind) throws SQLException {
    Object value = row[index - 1];
    if (value instanceof LobCell lob) {
      return content(lob, kind);
    }
    return description.whole()[index - 1] && value instanceof Long number
        ? BigDecimal.valueOf(number)
        : value;
  }

  private Object content(LobCell lob, Kind kind) throws SQLException {
    if (lob.inline instanceof byte[] bytes) {
      return bytes.clone();
    }
    if (lob.inline != null) {
      return lob.inline;
    }
    if (kind == Kind.CLOB) {
      Clob clob = (Clob) standIn(lob, RemoteType.CLOB);
      return clob.getSubString(1, (int) clob.length());
    }
    Blob blob = (Blob) standIn(lob, RemoteType.BLOB);
    return blob.getBytes(1, (int) blob.length());
  }

  private Object standIn(LobCell lob, RemoteType type) {
    Object standIn = lob.standIn;
    if (standIn == null) {
      standIn = link.received(type, lob.id);
      lob.standIn = standIn;
    }
    return standIn;
  }

  @Override
  public boolean isWhole(int index) {
    return description.whole()[index - 1];
  }

  @Override
  public @Nullable Long readWhole(int index) {
    return (Long) row[index - 1];
  }

  private @Nullable Object locator(int index, Kind kind, RemoteType type) throws SQLException {
    if (at(index) != kind) {
      throw OraErrors.of(17004, "Invalid column type");
    }
    Object value = row[index - 1];
    seen(value);
    return value instanceof LobCell lob ? standIn(lob, type) : null;
  }

  @Override
  public @Nullable Clob getClob(int index) throws SQLException {
    Kind kind = at(index);
    if (kind == Kind.CLOB || kind == Kind.BLOB) {
      return (Clob) locator(index, Kind.CLOB, RemoteType.CLOB);
    }
    String text = getString(index);
    return text == null ? null : new SerialClob(text.toCharArray());
  }

  @Override
  public @Nullable NClob getNClob(int index) throws SQLException {
    return (NClob) locator(index, Kind.CLOB, RemoteType.CLOB);
  }

  @Override
  public @Nullable Blob getBlob(int index) throws SQLException {
    return (Blob) locator(index, Kind.BLOB, RemoteType.BLOB);
  }

  @Override
  public void close() throws SQLException {
    if (!closed) {
      closed = true;
      forgetLobs();
      if (!link.isDead()) {
        link.closeResult(id);
      }
    }
  }

  @Override
  public boolean isClosed() throws SQLException {
    return closed || link.isDead() || link.isResultClosed(id);
  }

  @Override
  public void setFetchSize(int size) throws SQLException {
    checkOpen();
    fetchSize = size == 0 ? description.fetchSize() : size;
  }

  @Override
  public int getFetchSize() throws SQLException {
    checkOpen();
    return fetchSize;
  }

  @Override
  public @Nullable Statement getStatement() throws SQLException {
    checkOpen();
    return description.statement();
  }
}

package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import io.oraclecdc.testkit.simulator.redo.LobCall;
import java.sql.SQLException;

/** A LOB locator: the value of a row, or a temporary LOB. Used by its session's thread. */
public abstract class LobHandle {
  private boolean open;

  LobHandle() {}

  /** Whether it holds characters. */
  public abstract boolean isText();

  /** Its content now: String or byte[]. */
  public abstract Object content() throws SQLException;

  /**
   * Changes it in place.
   *
   * @throws SQLException ORA-22920 when its row is not locked
   */
  public abstract void apply(LobCall call) throws SQLException;

  /** DBMS_LOB.OPEN. */
  public void open() throws SQLException {
    if (open) {
      throw OraErrors.of(22293, "LOB already opened in the same transaction");
    }
    open = true;
  }

  /** DBMS_LOB.CLOSE. */
  public void close() throws SQLException {
    if (!open) {
      throw OraErrors.of(22289, "cannot perform LOB_CLOSE operation on an unopened file or LOB");
    }
    open = false;
  }

  /** Length in characters (an astral one counts once) or bytes. */
  public long length() throws SQLException {
    return LobContent.length(content());
  }

  /** A LOB of no row. */
  public static LobHandle temporary(Object content) {
    return new TemporaryLob(content);
  }

  /** The value of a row that was read without locking it. */
  public static LobHandle unlocked(Object content) {
    return new UnlockedLob(content);
  }

  private static final class TemporaryLob extends LobHandle {
    private Object content;

    TemporaryLob(Object content) {
      this.content = content;
    }

    @Override
    public boolean isText() {
      return content instanceof String;
    }

    @Override
    public Object content() {
      return content;
    }

    @Override
    public void apply(LobCall call) throws SQLException {
      content = LobContent.changed(content, call);
    }
  }

  private static final class UnlockedLob extends LobHandle {
    private final Object content;

    UnlockedLob(Object content) {
      this.content = content;
    }

    @Override
    public boolean isText() {
      return content instanceof String;
    }

    @Override
    public Object content() {
      return content;
    }

    @Override
    public void apply(LobCall call) throws SQLException {
      throw OraErrors.of(22920, "row containing the LOB value is not locked");
    }
  }
}

package io.oraclecdc.testkit.simulator.served;

import io.oraclecdc.testkit.simulator.faults.FaultPlan;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Faults of a served simulator; what {@link FaultPlan} is in process. A row counts when the server
 * reads it for a fetch, so a fault at a row strikes a little before the client sees the rows before
 * it. Thread-safe.
 */
public final class ServedFaults {

  /** What a fault does. */
  enum Effect {
    RAISE,
    BREAK,
    SWITCH_LOG
  }

  private final SimulatorControl control;

  ServedFaults(SimulatorControl control) {
    this.control = control;
  }

  /** Begins a rule. */
  public Rule on(FaultPlan.Call call) {
    return new Rule(control, call);
  }

  /** Forgets all rules. */
  public void clear() throws SQLException {
    control.clearFaults();
  }

  /** A fault that was ordered. */
  public static final class Ordered {
    private final SimulatorControl control;
    private final int number;

    private Ordered(SimulatorControl control, int number) {
      this.control = control;
      this.number = number;
    }

    /** How often it has struck. */
    public int count() throws SQLException {
      return control.struck(number);
    }
  }

  /** Says when a fault strikes and, last, what happens. Not thread-safe. */
  public static final class Rule {
    private final SimulatorControl control;
    private final FaultPlan.Call call;
    private @Nullable String part;
    private @Nullable String user;
    private int firstCall = 1;
    private long row;
    private int times = 1;

    private Rule(SimulatorControl control, FaultPlan.Call call) {
      this.control = control;
      this.call = call;
    }

    /** Only statements that contain this text, whatever the case. */
    public Rule containing(String sqlPart) {
      part = sqlPart;
      return this;
    }

    /** Only connections of this user. */
    public Rule by(String userName) {
      user = userName;
      return this;
    }

    /** From the n-th fitting call on, 1-based; default the first. */
    public Rule call(int number) {
      firstCall = number;
      return this;
    }

    /** For NEXT_ROW: only at this row of a result, 1-based; default any row. */
    public Rule row(long number) {
      row = number;
      return this;
    }

    /** How many fitting calls are struck; default one. */
    public Rule times(int count) {
      times = count;
      return this;
    }

    /** The call fails with an ORA error. */
    public Ordered raise(int code, String detail) throws SQLException {
      return order(Effect.RAISE, code, detail);
    }

    /** The connection dies: this call fails with ORA-17002, later ones with ORA-17008. */
    public Ordered breakConnection() throws SQLException {
      return order(Effect.BREAK, 0, "");
    }

    /** The log is switched just before the call goes on. */
    public Ordered switchLog() throws SQLException {
      return order(Effect.SWITCH_LOG, 0, "");
    }

    private Ordered order(Effect effect, int code, String detail) throws SQLException {
      return new Ordered(
          control, control.fault(call, part, user, firstCall, row, times, effect, code, detail));
    }
  }
}

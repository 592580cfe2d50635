package io.oraclecdc.testkit.simulator.faults;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Faults a test orders. Every call of the driver asks the plan first; the first rule that fits and
 * is due acts.
 *
 * <pre>
 * faults.on(EXECUTE).containing("V$LOGMNR_CONTENTS").raise(1289, "cannot add duplicate logfile");
 * faults.on(NEXT_ROW).containing("V$LOGMNR_CONTENTS").row(100).run(simulator::switchLog);
 * faults.on(COMMIT).call(3).breakConnection();
 * faults.on(COMMITTED).breakConnection();
 * </pre>
 *
 * <p>Thread-safe.
 */
public final class FaultPlan {

  /** Calls at which a fault can strike. */
  public enum Call {
    /** A new connection. */
    CONNECT,
    /** A statement is executed; each statement of a batch counts. */
    EXECUTE,
    /** A row of a result is about to be delivered. */
    NEXT_ROW,
    /** A commit, also the one of autocommit, before anything of it is done. */
    COMMIT,
    /** A commit that is done and durable, before the session hears of it. */
    COMMITTED
  }

  private final List<Rule> rules = new CopyOnWriteArrayList<>();

  /** An empty plan. */
  public FaultPlan() {}

  /** Begins a rule; it counts from when its last method, which says what happens, is called. */
  public RuleBuilder on(Call call) {
    return new RuleBuilder(this, call);
  }

  /** Forgets all rules. */
  public void clear() {
    rules.clear();
  }

  /** Whether any rule looks at rows, so that reading can skip the question. */
  public boolean watchesRows() {
    return rules.stream().anyMatch(r -> r.call == Call.NEXT_ROW);
  }

  /**
   * Asks the plan at a call.
   *
   * @param call what is about to happen
   * @param user who does it
   * @param sql text, empty where there is none
   * @param row number of the row about to be delivered, 1-based; 0 for other calls
   * @throws SQLException the ordered error
   * @throws BrokenConnectionException if the connection must die
   */
  public void check(Call call, String user, String sql, long row) throws SQLException {
    for (Rule rule : rules) {
      if (rule.isDue(call, user, sql, row)) {
        rule.strike();
      }
    }
  }

  private void add(Rule rule) {
    rules.add(rule);
  }

  /** A rule that strikes. */
  public static final class Rule {
    private final Call call;
    private final @Nullable String part;
    private final @Nullable String user;
    private final int firstCall;
    private final long row;
    private final int times;
    private final Action action;
    private final AtomicInteger seen = new AtomicInteger();
    private final AtomicInteger struck = new AtomicInteger();

    private Rule(RuleBuilder builder, Action action) {
      this.call = builder.call;
      this.part = builder.part;
      this.user = builder.user;
      this.firstCall = builder.firstCall;
      this.row = builder.row;
      this.times = builder.times;
      this.action = action;
    }

    /** How often it has struck. */
    public int count() {
      return struck.get();
    }

    private boolean isDue(Call atCall, String byUser, String sql, long atRow) {
      boolean fits =
          atCall == call
              && (user == null || user.equals(byUser))
              && (part == null || sql.toUpperCase(Locale.ROOT).contains(part))
              && (call != Call.NEXT_ROW || row == 0 || row == atRow);
      if (!fits) {
        return false;
      }
      int number = seen.incrementAndGet();
      return number >= firstCall && number < firstCall + times;
    }

    private void strike() throws SQLException {
      struck.incrementAndGet();
      action.run();
    }
  }

  private interface Action {
    void run() throws SQLException;
  }

  /** Says when a rule strikes and, last, what happens. */
  public static final class RuleBuilder {
    private final FaultPlan plan;
    private final Call call;
    private @Nullable String part;
    private @Nullable String user;
    private int firstCall = 1;
    private long row;
    private int times = 1;

    private RuleBuilder(FaultPlan plan, Call call) {
      this.plan = plan;
      this.call = call;
    }

    /** Only statements that contain this text, whatever the case. */
    public RuleBuilder containing(String sqlPart) {
      part = sqlPart.toUpperCase(Locale.ROOT);
      return this;
    }

    /** Only connections of this user. */
    public RuleBuilder by(String userName) {
      user = userName;
      return this;
    }

    /** From the n-th fitting call on, 1-based; default the first. */
    public RuleBuilder call(int number) {
      firstCall = number;
      return this;
    }

    /** For NEXT_ROW: only at this row of a result, 1-based; default any row. */
    public RuleBuilder row(long number) {
      row = number;
      return this;
    }

    /** How many fitting calls are struck; default one. */
    public RuleBuilder times(int count) {
      times = count;
      return this;
    }

    /** The call fails with an ORA error. */
    public Rule raise(int code, String detail) {
      return add(
          () -> {
            throw OraErrors.of(code, detail);
          });
    }

    /** The connection dies: this call fails with ORA-17002, later ones with ORA-17008. */
    public Rule breakConnection() {
      return add(
          () -> {
            throw new BrokenConnectionException();
          });
    }

    /**
     * The connection is half open: this call and later ones get no answer. They end with ORA-17002
     * after {@link java.sql.Connection#setNetworkTimeout the network timeout}, or when the
     * connection is aborted. For EXECUTE, NEXT_ROW at the beginning of a fetch, and isValid.
     */
    public Rule goSilent() {
      return add(
          () -> {
            throw new SilentConnectionException();
          });
    }

    /** Something happens just before the call goes on; the call itself is not disturbed. */
    public Rule run(Runnable action) {
      return add(action::run);
    }

    private Rule add(Action action) {
      Rule rule = new Rule(this, action);
      plan.add(rule);
      return rule;
    }
  }
}

package io.oraclecdc.testkit.simulator.served;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.faults.FaultPlan;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The server's side of {@link SimulatorControl}. Thread-safe. */
final class ControlledSimulator implements SimulatorControl {
  private final OracleSimulator simulator;
  private final Runnable stop;
  private final List<FaultPlan.Rule> faults = new CopyOnWriteArrayList<>();

  ControlledSimulator(OracleSimulator simulator, Runnable stop) {
    this.simulator = simulator;
    this.stop = stop;
  }

  @Override
  public void switchLog() {
    simulator.switchLog();
  }

  @Override
  public void purgeArchivedLogs(long upToSequence) {
    simulator.purgeArchivedLogs(upToSequence);
  }

  @Override
  public void removeArchivedFiles(long upToSequence) {
    simulator.removeArchivedFiles(upToSequence);
  }

  @Override
  public long currentScn() {
    return simulator.currentScn();
  }

  @Override
  public long currentSequence() {
    return simulator.redo().currentSequence(1);
  }

  @Override
  public int sessions() {
    return simulator.instance().sessions().size();
  }

  @Override
  public int openTransactions() {
    return simulator.instance().openTransactions().size();
  }

  @Override
  public synchronized int fault(
      FaultPlan.Call call,
      @Nullable String part,
      @Nullable String user,
      int firstCall,
      long row,
      int times,
      ServedFaults.Effect effect,
      int code,
      String detail) {
    FaultPlan.RuleBuilder rule = simulator.faults().on(call).call(firstCall).row(row).times(times);
    if (part != null) {
      rule.containing(part);
    }
    if (user != null) {
      rule.by(user);
    }
    faults.add(
        switch (effect) {
          case RAISE -> rule.raise(code, detail);
          case BREAK -> rule.breakConnection();
          case SWITCH_LOG -> rule.run(simulator::switchLog);
        });
    return faults.size() - 1;
  }

  @Override
  public int struck(int fault) {
    return faults.get(fault).count();
  }

  @Override
  public void clearFaults() {
    simulator.faults().clear();
  }

  @Override
  public void stop() {
    stop.run();
  }
}

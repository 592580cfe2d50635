package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.Connection;
import java.sql.SQLException;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;

/** The row locks of one session in H2, and how it waits for those of others. One thread uses it. */
final class InnerLocks {
  private static final int AT_ONCE_MILLIS = 1;
  private static final int PATIENT_MILLIS = 200;
  private static final long SLICE_MILLIS = 100;
  private static final int SLICES = 20;

  private final LockWaits waits;
  private final LockWaits.Owner owner = new LockWaits.Owner();
  private final SessionLocal inner;
  private boolean transactionLost;
  private boolean patient;

  InnerLocks(LockWaits waits, Connection h2) {
    this.waits = waits;
    try {
      this.inner = (SessionLocal) h2.unwrap(JdbcConnection.class).getSession();
    } catch (SQLException e) {
      throw new IllegalStateException("the storage is no H2 database in this process", e);
    }
  }

  /** Something that ends a wait with an error. */
  @FunctionalInterface
  interface Check {
    /** Throws when the wait must end. */
    void run() throws SQLException;
  }

  /** A round that takes locks begins. */
  void begins() {
    inner.setLockTimeout(patient ? PATIENT_MILLIS : AT_ONCE_MILLIS);
    waits.begins(owner, inner.getTransaction().getId());
  }

  /** The statement takes no more locks. */
  void over() {
    patient = false;
    inner.setLockTimeout(PATIENT_MILLIS);
  }

  /**
   * Waits until another round is worth trying.
   *
   * @param error what the last round ended with
   * @throws SQLException ORA-00060, or what the check throws
   */
  void await(SQLException error, Check check) throws SQLException {
    LockWaits.Owner holder = waits.holder(error);
    if (holder == null || holder == owner) {
      patient = true; // not the lock of a row: H2 waits by itself
      return;
    }
    patient = false;
    long releases = waits.begin(owner, holder);
    try {
      for (int slice = 0; slice < SLICES; slice++) {
        if (waits.isReleased(holder, releases, SLICE_MILLIS)) {
          return;
        }
        check.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw OraErrors.of(1013, "user requested cancel of current operation");
    } finally {
      waits.end(owner);
    }
  }

  /** Locks were given back. */
  void released(boolean all) {
    if (all) {
      transactionLost = false;
    }
    waits.released(owner, all);
  }

  /** H2 found a deadlock before this class did and rolled the transaction back. */
  void transactionLost() {
    transactionLost = true;
  }

  /** Whether nothing of the transaction is left. */
  boolean isTransactionLost() {
    return transactionLost;
  }
}

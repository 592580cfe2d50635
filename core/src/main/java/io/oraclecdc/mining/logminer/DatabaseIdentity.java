package io.oraclecdc.mining.logminer;

import io.oraclecdc.config.CaptureMode;
import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.Incarnation;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Which database a session leads to. The same name may lead to another one after a switchover, a
 * failover or a restore.
 *
 * @param incarnation DBID and RESETLOGS_CHANGE#
 * @param role DATABASE_ROLE
 * @param openMode OPEN_MODE
 */
record DatabaseIdentity(Incarnation incarnation, String role, String openMode) {

  static DatabaseIdentity of(ResultSet row) throws SQLException {
    return new DatabaseIdentity(
        new Incarnation(row.getLong(1), DatabaseSession.scn(row, 2)),
        row.getString(3),
        row.getString(4));
  }

  boolean isPhysicalStandby() {
    return DatabaseInfo.isPhysicalStandby(role);
  }

  /**
   * A standby has the identity of its primary, so a switchover changes nothing but the role.
   *
   * @throws CdcException CDC-5001 when it is another database, another incarnation of it, or not in
   *     a role that has the redo
   */
  void require(Incarnation expected, CaptureMode mode) {
    LogInventory.requireIncarnation(expected, incarnation);
    if (!DatabaseInfo.fits(mode, role, openMode)) {
      throw new CdcException(
          ErrorCode.TOPOLOGY,
          "the database is a "
              + role
              + " opened "
              + openMode
              + " now, which cdc.capture.mode="
              + (mode == CaptureMode.ONLINE ? "online" : "archive_only")
              + " cannot read",
          mode == CaptureMode.ONLINE
              ? "Connect to the primary database and start again; a physical standby that is open"
                  + " READ ONLY needs cdc.capture.mode=archive_only."
              : "Connect to a primary, or to a physical standby that is open READ ONLY, and start"
                  + " again.",
          null);
    }
  }
}

package io.oraclecdc.testkit.simulator.replay;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Reads the redo behind an address with one session of plain JDBC, log files by the views. */
final class RedoReading {
  private static final String LOGS =
      "SELECT NAME FILE_NAME, SEQUENCE# SEQ FROM V$ARCHIVED_LOG WHERE SEQUENCE# >= ? AND ARCHIVED ="
          + " 'YES' AND DELETED = 'NO' UNION ALL SELECT F.MEMBER, L.SEQUENCE# FROM V$LOG L,"
          + " V$LOGFILE F WHERE L.GROUP# = F.GROUP# AND L.ARCHIVED = 'NO' AND L.STATUS <> 'UNUSED'"
          + " AND L.SEQUENCE# >= ?";
  private static final String ROWS =
      "SELECT SCN, XID, OPERATION_CODE, ROLLBACK, SEG_OWNER, TABLE_NAME, ROW_ID, STATUS, CSF,"
          + " SQL_REDO, SQL_UNDO, RBASQN, RBABLK, RBABYTE FROM V$LOGMNR_CONTENTS";

  /** An address of the redo. */
  record Place(long sequence, long block, long offset) implements Comparable<Place> {
    static final Place BEGINNING = new Place(0, 0, 0);

    @Override
    public int compareTo(Place other) {
      return Comparator.comparingLong(Place::sequence)
          .thenComparingLong(Place::block)
          .thenComparingLong(Place::offset)
          .compare(this, other);
    }
  }

  /** What was read, and where the redo ended. */
  record Rows(List<MinedText> rows, Place end) {}

  private final OracleSimulator simulator;
  private final String options;

  /**
   * @param options added to those of the online catalog, for example {@code +
   *     DBMS_LOGMNR.NO_ROWID_IN_STMT}
   */
  RedoReading(OracleSimulator simulator, String options) {
    this.simulator = simulator;
    this.options = options;
  }

  Rows after(Place place) throws SQLException {
    try (Connection connection = simulator.connectCapture()) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(
            "ALTER SESSION SET NLS_DATE_FORMAT = 'YYYY-MM-DD HH24:MI:SS AD' NLS_TIMESTAMP_FORMAT ="
                + " 'YYYY-MM-DD HH24:MI:SS.FF9 AD' NLS_TIMESTAMP_TZ_FORMAT = 'YYYY-MM-DD"
                + " HH24:MI:SS.FF9 TZH:TZM AD' NLS_NUMERIC_CHARACTERS = '.,' TIME_ZONE = '00:00'");
      }
      addLogs(connection, place.sequence());
      try (CallableStatement call =
          connection.prepareCall(
              "BEGIN DBMS_LOGMNR.START_LOGMNR(OPTIONS => DBMS_LOGMNR.DICT_FROM_ONLINE_CATALOG"
                  + options
                  + "); END;")) {
        call.execute();
      }
      return rows(connection, place);
    }
  }

  private static void addLogs(Connection connection, long sequence) throws SQLException {
    List<String> names = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(LOGS)) {
      statement.setLong(1, sequence);
      statement.setLong(2, sequence);
      try (ResultSet logs = statement.executeQuery()) {
        while (logs.next()) {
          names.add(logs.getString(1));
        }
      }
    }
    for (int i = 0; i < names.size(); i++) {
      try (CallableStatement call =
          connection.prepareCall(
              "BEGIN DBMS_LOGMNR.ADD_LOGFILE(LOGFILENAME => ?, OPTIONS => DBMS_LOGMNR."
                  + (i == 0 ? "NEW" : "ADDFILE")
                  + "); END;")) {
        call.setString(1, names.get(i));
        call.execute();
      }
    }
  }

  private static Rows rows(Connection connection, Place from) throws SQLException {
    List<MinedText> result = new ArrayList<>();
    Place end = from;
    StringBuilder redo = new StringBuilder();
    StringBuilder undo = new StringBuilder();
    try (PreparedStatement statement = connection.prepareStatement(ROWS);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        Place place = new Place(rows.getLong(12), rows.getLong(13), rows.getLong(14));
        boolean unknown = place.equals(Place.BEGINNING); // ROLLBACK rows of one variant
        if (!unknown && place.compareTo(from) <= 0) {
          continue;
        }
        end = place.compareTo(end) > 0 ? place : end;
        redo.append(rows.getString(10) == null ? "" : rows.getString(10));
        undo.append(rows.getString(11) == null ? "" : rows.getString(11));
        if (rows.getInt(9) == 1) {
          continue;
        }
        result.add(
            new MinedText(
                rows.getLong(1),
                rows.getString(2),
                rows.getInt(3),
                rows.getInt(4) == 1,
                rows.getString(5),
                rows.getString(6),
                rows.getString(7),
                rows.getInt(8),
                redo.length() == 0 ? null : redo.toString(),
                undo.length() == 0 ? null : undo.toString(),
                place.toString()));
        redo.setLength(0);
        undo.setLength(0);
      }
    }
    return new Rows(result, end);
  }
}

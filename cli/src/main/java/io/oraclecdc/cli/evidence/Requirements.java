package io.oraclecdc.cli.evidence;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Whether a database has what an entry needs. */
final class Requirements {
  private final EvidenceSettings settings;
  private final Connection mining;

  Requirements(EvidenceSettings settings, Connection mining) {
    this.settings = settings;
    this.mining = mining;
  }

  /** What it lacks, in words; empty if the entry can be asked. */
  String lacking(EvidenceEntry entry) throws SQLException {
    for (EvidenceEntry.Need need : entry.needs()) {
      String reason =
          switch (need) {
            case CDB ->
                isOne("SELECT COUNT(*) FROM V$DATABASE WHERE CDB = 'YES'")
                        && isOne(
                            "SELECT COUNT(*) FROM DUAL WHERE SYS_CONTEXT('USERENV', 'CON_NAME') ="
                                + " 'CDB$ROOT'")
                    ? ""
                    : "needs a container database that is read in its root";
            case CLUSTER ->
                settings.hasSecond() && !instance(false).equals(instance(true))
                    ? ""
                    : "needs url and second.url on two instances of a cluster";
            case EXTENDED_STRINGS ->
                isOne(
                        "SELECT COUNT(*) FROM V$PARAMETER WHERE NAME = 'max_string_size' AND VALUE"
                            + " = 'EXTENDED'")
                    ? ""
                    : "needs MAX_STRING_SIZE = EXTENDED";
            case ALTER_SYSTEM ->
                isOne("SELECT COUNT(*) FROM SESSION_PRIVS WHERE PRIVILEGE = 'ALTER SYSTEM'")
                    ? ""
                    : "needs ALTER SYSTEM for the login that reads";
          };
      if (!reason.isEmpty()) {
        return reason;
      }
    }
    return "";
  }

  private String instance(boolean second) throws SQLException {
    try (Connection connection = second ? settings.connectSecond() : settings.connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT SYS_CONTEXT('USERENV', 'INSTANCE') FROM DUAL")) {
      rows.next();
      return String.valueOf(rows.getString(1));
    }
  }

  private boolean isOne(String query) throws SQLException {
    try (Statement statement = mining.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return rows.next() && rows.getInt(1) == 1;
    }
  }
}

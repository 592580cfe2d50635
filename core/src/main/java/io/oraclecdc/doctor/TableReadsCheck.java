package io.oraclecdc.doctor;

import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.OracleErrors;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.DictionaryTable;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * DOC-4: tables that are read back as of an SCN may be read so. A user with FLASHBACK ANY TABLE is
 * asked for nothing else; otherwise each of these tables is asked for no row, with the text that
 * reading it begins with.
 */
final class TableReadsCheck {
  private static final String RULE = "DOC-4";

  private final DatabaseSession session;
  private final String user;
  private final TableReads reads;

  TableReadsCheck(DatabaseSession session, String user, TableReads reads) {
    this.session = session;
    this.user = user;
    this.reads = reads;
  }

  /** For tables of the container where the session is. */
  List<Finding> run(List<DictionaryTable> tables, Examined examined) {
    List<Finding> findings = new ArrayList<>();
    Scn now = null;
    for (DictionaryTable table : tables) {
      Reason reason = reasonToRead(table, examined);
      if (reason == Reason.NONE) {
        continue;
      }
      if (now == null) {
        if (readsAnyTable()) {
          return List.of();
        }
        now = session.currentScn();
      }
      if (!mayRead(table.id(), now)) {
        findings.add(finding(table, reason));
      }
    }
    return findings;
  }

  private Reason reasonToRead(DictionaryTable table, Examined examined) {
    if (reads.wholeTables()) {
      return Reason.SNAPSHOT;
    }
    if (reads.partialImages()) {
      return Reason.PARTIAL_IMAGES;
    }
    List<Column> columns = examined.layoutsOf(table).columnsOf(table);
    if (reads.unsupportedColumns()
        && columns.stream().anyMatch(column -> column.type().kind().isUnsupported())) {
      return Reason.UNSUPPORTED_COLUMNS;
    }
    if (columns.stream().noneMatch(column -> column.type().kind().isLob())) {
      return Reason.NONE;
    }
    return reads.lobs() ? Reason.LOBS : Reason.LOBS_OUTSIDE_ROWS;
  }

  private boolean readsAnyTable() {
    return !session
        .query("reading privileges", DoctorSql.FLASHBACK_ANY, row -> row.getString(1))
        .isEmpty();
  }

  private boolean mayRead(TableId table, Scn now) {
    try (PreparedStatement statement =
        session.connection().prepareStatement(DoctorSql.readBack(table))) {
      statement.setBigDecimal(1, BigDecimal.valueOf(now.value()));
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next();
      }
    } catch (SQLException e) {
      if (OracleErrors.hasNumber(e, 942, 1031)) {
        return false;
      }
      if (OracleErrors.hasNumber(e, 1466, 1555, 8180, 8181)) {
        // The table is newer than the SCN, or its undo is gone: reading it was allowed.
        return true;
      }
      throw session.failed(e, "looking whether " + table + " can be read as of an SCN");
    }
  }

  private Finding finding(DictionaryTable table, Reason reason) {
    String seen = "the table " + table.id() + " cannot be read as of an SCN by " + user;
    String sql = "GRANT SELECT, FLASHBACK ON " + Examined.sqlName(table) + " TO " + user + ";";
    return reason.isBlocking
        ? Finding.blocking(RULE, seen, reason.why, sql)
        : Finding.warning(RULE, seen, reason.why, sql);
  }

  private enum Reason {
    NONE(false, ""),
    SNAPSHOT(true, "cdc.snapshot.mode asks for its rows"),
    PARTIAL_IMAGES(true, "cdc.partial.images=reselect reads rows from it"),
    UNSUPPORTED_COLUMNS(true, "cdc.unsupported.columns=reselect reads rows from it"),
    LOBS(true, "cdc.lob.mode=reselect reads LOBs from it"),
    LOBS_OUTSIDE_ROWS(
        false,
        "it has LOB columns: where LOBs are BasicFile without storage in the row, redo does not"
            + " tell the key of an updated row, it is read from the table, and capture stops when"
            + " it cannot be");

    private final boolean isBlocking;
    private final String why;

    Reason(boolean isBlocking, String why) {
      this.isBlocking = isBlocking;
      this.why = why;
    }
  }
}

package io.oraclecdc.testkit.scenario;

/** Rows of scenarios about LOBs of table APP.D, in transaction A. */
final class LobTexts {
  static final String INSERT_EMPTY =
      "row xid=A INSERT rowid=ZERO | insert into \"APP\".\"D\"(\"ID\",\"NAME\",\"C\",\"B\") values"
          + " ('1','n',EMPTY_CLOB(),EMPTY_BLOB())\n";

  /** A block with locator, as one text form prints it. */
  static String block(String where, String body) {
    return block("C", "loc_c", where, body);
  }

  static String block(String column, String variable, String where, String body) {
    return "DECLARE \\n loc_c CLOB; \\n buf_c VARCHAR2(6162); \\n loc_b BLOB; \\n buf_b RAW(6162);"
        + " \\n loc_nc NCLOB; \\n buf_nc NVARCHAR2(6162); \\n e_len NUMBER; \\nBEGIN\\n select \""
        + column
        + "\" into "
        + variable
        + " from \"APP\".\"D\" where "
        + where
        + " for update;\\n\\n"
        + body
        + "\\nEND;\\n\\n";
  }

  static String head(String column, String variable, String where) {
    return "DECLARE \\n loc_c CLOB; \\n buf_c VARCHAR2(6174); \\nBEGIN\\n select \""
        + column
        + "\" into "
        + variable
        + " from \"APP\".\"D\" where "
        + where
        + " for update;";
  }

  static String write(String data, int amount, int offset) {
    return " buf_c := '"
        + data
        + "'; \\n  dbms_lob.write(loc_c, "
        + amount
        + ", "
        + offset
        + ", buf_c);";
  }

  static String writeBytes(String hex, int offset) {
    return " buf_b := HEXTORAW('"
        + hex
        + "'); \\n  dbms_lob.write(loc_b, "
        + hex.length() / 2
        + ", "
        + offset
        + ", buf_b);";
  }

  static String lob(String operation, String text) {
    return "rowe xid=A "
        + operation
        + " rowid=ZERO status=2 info=\"LOB sql_redo not re-executable\" | "
        + text
        + "\n";
  }

  static final String COMMIT = "row xid=A COMMIT\n";

  private LobTexts() {}
}

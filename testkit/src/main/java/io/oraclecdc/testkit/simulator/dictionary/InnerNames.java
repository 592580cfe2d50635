package io.oraclecdc.testkit.simulator.dictionary;

/** Names as the inner H2 database has them. */
public final class InnerNames {
  /** Hidden first column of every table: the ROWID in decoded, sortable form. */
  public static final String ROWID = "\"ROWID\"";

  /** Hidden second column: number of the transaction that wrote the row version. */
  public static final String TRANSACTION = "\"ora$tx\"";

  /** Last column of a table's history: number of the transaction that ended the row version. */
  public static final String ENDED = "\"ora$end\"";

  /** How many hidden columns stand before a table's own. */
  public static final int HIDDEN_COLUMNS = 2;

  private InnerNames() {}

  /** A name in quotes. */
  public static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** A qualified name in quotes. */
  public static String quoted(String schema, String name) {
    return quoted(schema) + '.' + quoted(name);
  }

  /** A string literal. */
  public static String literal(String value) {
    return '\'' + value.replace("'", "''") + '\'';
  }
}

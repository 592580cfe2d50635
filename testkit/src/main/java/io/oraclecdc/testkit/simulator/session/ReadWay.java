package io.oraclecdc.testkit.simulator.session;

import java.util.regex.Pattern;

/*
 * A query shows the rows of the moment it began. H2 keeps that promise while a statement runs, not
 * while a result is read lazily: an index read after the statement has ended fetches each row as it
 * is by then. So a result is read to its end when the query is opened, with two exceptions that may
 * be large: the scan of one table, which walks a snapshot of its own from its first row on, and the
 * LogMiner contents, which are no rows of H2.
 */

/** When the rows of a query are read. */
enum ReadWay {
  /** All of them while the query is opened. */
  WHOLE,
  /** The first while the query is opened, the others as they are asked for. */
  SCAN,
  /** Each as it is asked for. */
  STREAM;

  private static final String FROM = " FROM ";
  private static final Pattern ONE_TABLE =
      Pattern.compile(
          "\"[^\"]+\"\\.\"[^\"]+\"( (AS )?\"[^\"]+\")?"
              + "( WHERE \"SYS\"\\.\"ORA_SCN_OF\"\\([^()]+\\) <= \\?\\d+)?\\s*");

  /** The way for a text of H2. */
  static ReadWay of(String sql) {
    if (sql.contains("V$LOGMNR_CONTENTS\"")) {
      return STREAM;
    }
    if (sql.contains("\"ORA_CALL_FUNCTION\"")) {
      return WHOLE; // the function has queries of its own
    }
    int from = sql.indexOf(FROM);
    boolean scan =
        from > 0
            && sql.indexOf("SELECT", 1) < 0
            && ONE_TABLE.matcher(sql.substring(from + FROM.length())).matches();
    return scan ? SCAN : WHOLE;
  }
}

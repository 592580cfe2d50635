package io.oraclecdc.testkit.scenario;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The table that a statement is about; enough to fill SEG_OWNER and TABLE_NAME of a scenario row.
 *
 * @param owner schema
 * @param table name
 */
record SqlTableName(String owner, String table) {
  private static final String NAME = "(\"[^\"]+\"|[\\p{L}\\p{N}_$#]+)";
  private static final Pattern STATEMENT =
      Pattern.compile(
          "^\\s*(?:insert\\s+into|update|delete\\s+from|(?:create|alter|drop|truncate)\\s+table)\\s+"
              + NAME
              + "\\s*\\.\\s*"
              + NAME,
          Pattern.CASE_INSENSITIVE);

  /** The table a statement names with its owner, null when it names none. */
  static @Nullable SqlTableName find(@Nullable String sql) {
    if (sql == null) {
      return null;
    }
    Matcher matcher = STATEMENT.matcher(sql);
    return matcher.find()
        ? new SqlTableName(identifier(matcher.group(1)), identifier(matcher.group(2)))
        : null;
  }

  /** A quoted name as it is, an unquoted one in upper case. */
  static String identifier(String text) {
    return text.startsWith("\"")
        ? text.substring(1, text.length() - 1)
        : text.toUpperCase(Locale.ROOT);
  }
}

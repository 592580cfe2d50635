package io.oraclecdc.cli.evidence;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a statement of the catalogue may do: change objects of the kit, and nothing else. */
final class ScriptRules {
  private static final Pattern TARGET =
      Pattern.compile(
          "(?is)^(?:CREATE TABLE|CREATE CLUSTER|CREATE INDEX|ALTER TABLE|DROP TABLE|TRUNCATE TABLE"
              + "|COMMENT ON TABLE|INSERT(?: /\\*\\+ APPEND \\*/)? INTO|UPDATE|DELETE FROM"
              + "|MERGE INTO) (\\S+).*");
  private static final Pattern CONTROL =
      Pattern.compile("(?i)COMMIT|ROLLBACK|ROLLBACK TO \\w+|SAVEPOINT \\w+");
  private static final Pattern OTHER =
      Pattern.compile(
          "(?i)\\b(?:FROM|UPDATE|JOIN|INSERT INTO|MERGE INTO|TABLE|RENAME TO|CLUSTER|EXCHANGE)"
              + "\\s+([A-Z_$#.\"][^\\s(),;]*)");
  private static final Pattern PACKAGE = Pattern.compile("(?i)\\b((?:DBMS|UTL)_\\w+)");

  private ScriptRules() {}

  /**
   * Returns the statement.
   *
   * @throws EvidenceException if it names anything else
   */
  static String checked(int line, String sql) {
    Matcher target = TARGET.matcher(sql);
    boolean own = target.matches() && isOwn(target.group(1));
    boolean block = sql.matches("(?is)(?:BEGIN|DECLARE)\\s.*END;") && isHarmless(sql);
    if (!(own && touchesOwn(sql)) && !block && !CONTROL.matcher(sql).matches()) {
      throw new EvidenceException(
          "catalogue line "
              + line
              + ": a statement may only touch objects named "
              + Catalogue.PREFIX);
    }
    return sql;
  }

  private static boolean isHarmless(String block) {
    boolean lobsOnly =
        PACKAGE
            .matcher(block)
            .results()
            .allMatch(found -> found.group(1).equalsIgnoreCase("DBMS_LOB"));
    return lobsOnly && !block.matches("(?is).*\\bEXECUTE\\b.*") && touchesOwn(block);
  }

  private static boolean touchesOwn(String sql) {
    String bare = sql.replaceAll("'(?:[^']|'')*'", "''");
    return OTHER
        .matcher(bare)
        .results()
        .map(found -> found.group(1).toUpperCase(Locale.ROOT))
        .filter(name -> !name.matches("DUAL|SET|WITH|CLUSTER|PARTITION|CASCADE|FOR|IS|SELECT"))
        .allMatch(ScriptRules::isOwn);
  }

  private static boolean isOwn(String name) {
    return name.toUpperCase(Locale.ROOT).startsWith(Catalogue.PREFIX);
  }
}

package io.oraclecdc.doctor;

import java.util.ArrayList;
import java.util.List;

/**
 * DOC-25: the tables that are asked for exist. A pattern that is a plain name must find its table;
 * a pattern with wildcards may wait for a table, as long as others are captured.
 */
final class TablesCheck implements Check {
  private static final String WILDCARDS = "[](){}*+?|^$\\";

  @Override
  public List<Finding> run(Examined examined) {
    List<Finding> findings = new ArrayList<>();
    for (String pattern : examined.idlePatterns()) {
      String seen = "no table matches " + pattern + " of cdc.tables.include";
      String why = "nothing is captured for it";
      String todo =
          "Create the table, or correct the pattern: it must match the whole of "
              + (examined.database().containers() ? "PDB.OWNER.TABLE" : "OWNER.TABLE");
      findings.add(
          isPlainName(pattern) || examined.tables().isEmpty()
              ? Finding.blocking("DOC-25", seen, why, todo)
              : Finding.warning("DOC-25", seen, why, todo));
    }
    return findings;
  }

  private static boolean isPlainName(String pattern) {
    String unescaped = pattern.replace("\\.", ".").replace("\\$", "_");
    return unescaped.chars().noneMatch(c -> WILDCARDS.indexOf(c) >= 0);
  }
}

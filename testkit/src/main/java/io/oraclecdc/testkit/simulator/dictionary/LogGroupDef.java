package io.oraclecdc.testkit.simulator.dictionary;

import java.util.List;

/**
 * A supplemental log group.
 *
 * @param name LOG_GROUP_NAME
 * @param type LOG_GROUP_TYPE, for example {@code ALL COLUMN LOGGING}
 * @param always whether it logs unconditionally
 * @param generatedName whether Oracle made the name
 * @param columns of a user log group
 */
public record LogGroupDef(
    String name, String type, boolean always, boolean generatedName, List<Member> columns) {

  /**
   * A column of a user log group.
   *
   * @param column its name
   * @param logged false for NO LOG
   */
  public record Member(String column, boolean logged) {}
}

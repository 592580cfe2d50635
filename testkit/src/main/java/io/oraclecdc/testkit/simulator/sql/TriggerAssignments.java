package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.TriggerEntry;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;

/** Which rows a trigger may assign to: new ones, before the row is written. */
final class TriggerAssignments {

  private TriggerAssignments() {}

  /**
   * Fails when the block of a row trigger assigns to a value that cannot change.
   *
   * @throws SQLException ORA-04085 for the old row, ORA-04084 for the new row of an AFTER trigger
   *     or of a DELETE
   */
  static void require(TriggerEntry trigger) throws SQLException {
    if (!trigger.forEachRow()) {
      return;
    }
    boolean newChanges =
        trigger.before()
            && (trigger.events().contains("INSERT") || trigger.events().contains("UPDATE"));
    TokenCursor cursor = TokenCursor.of(trigger.body());
    boolean into = false;
    while (!cursor.atEnd()) {
      Token token = cursor.next();
      if (token.isWord("INTO")) {
        into = true;
      } else if (token.isOperator(";") || token.isWord("FROM") || token.isWord("VALUES")) {
        into = false;
      }
      boolean isRow =
          token.type() == Token.Type.BIND
              && (token.value().equals(trigger.oldName())
                  || token.value().equals(trigger.newName()))
              && cursor.peek().isOperator(".");
      if (isRow && (into || cursor.peek(2).isOperator(":="))) {
        if (token.value().equals(trigger.oldName())) {
          throw OraErrors.of(4085, "cannot change the value of an OLD reference variable");
        }
        if (!newChanges) {
          throw OraErrors.of(4084, "cannot change NEW values for this trigger type");
        }
      }
    }
  }
}

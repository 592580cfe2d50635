package io.oraclecdc.testkit.simulator.replay;

/**
 * A row of V$LOGMNR_CONTENTS with its statement joined from all its pieces.
 *
 * @param operation OPERATION_CODE
 * @param undo SQL_UNDO, null for none
 */
record MinedText(
    long scn,
    String xid,
    int operation,
    boolean rollback,
    String owner,
    String table,
    String rowId,
    int status,
    String redo,
    String undo,
    String address) {

  @Override
  public String toString() {
    return "%d %s op %d%s %s %s: %s"
        .formatted(scn, xid, operation, rollback ? " rb" : "", rowId, address, redo);
  }
}

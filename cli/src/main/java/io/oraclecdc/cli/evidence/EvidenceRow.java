package io.oraclecdc.cli.evidence;

import org.jspecify.annotations.Nullable;

/** A row of V$LOGMNR_CONTENTS as it was returned; texts null where they were NULL. */
record EvidenceRow(
    long scn,
    String xid,
    String operation,
    int code,
    boolean undo,
    @Nullable String owner,
    @Nullable String table,
    @Nullable String rowId,
    String rsId,
    long ssn,
    long thread,
    int csf,
    int status,
    @Nullable String info,
    long sequence,
    long container,
    @Nullable String redo) {

  boolean hasZeroXid() {
    return xid.matches("0+");
  }

  boolean hasPartialXid() {
    return xid.toLowerCase(java.util.Locale.ROOT).endsWith("ffffffff");
  }

  /** Undo segment and slot. */
  String slot() {
    return xid.substring(0, Math.min(8, xid.length()));
  }
}

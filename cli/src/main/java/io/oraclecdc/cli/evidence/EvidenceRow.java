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
    @Nullable String redo,
    @Nullable String segment,
    long object,
    @Nullable String user,
    @Nullable String osUser,
    @Nullable String source,
    XidNumbers numbers) {

  /** XIDUSN, XIDSLT and XIDSQN. */
  record XidNumbers(long segment, long slot, long sequence) {}

  /** How the bytes of XID are ordered. */
  String xidOrder() {
    String little = order(true);
    String big = order(false);
    String shown = xid.toUpperCase(java.util.Locale.ROOT);
    return !shown.equals(little) && !shown.equals(big)
        ? "other"
        : little.equals(big) ? "either" : shown.equals(little) ? "little" : "big";
  }

  private String order(boolean little) {
    java.nio.ByteBuffer bytes =
        java.nio.ByteBuffer.allocate(8)
            .order(little ? java.nio.ByteOrder.LITTLE_ENDIAN : java.nio.ByteOrder.BIG_ENDIAN)
            .putShort((short) numbers.segment())
            .putShort((short) numbers.slot())
            .putInt((int) numbers.sequence());
    return java.util.HexFormat.of().withUpperCase().formatHex(bytes.array());
  }

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

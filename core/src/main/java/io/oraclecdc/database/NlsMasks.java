package io.oraclecdc.database;

/**
 * The date masks every session sets, and so the form of date literals in SQL_REDO. With the era,
 * because a plain YYYY prints years before the common era like years after it; the date language is
 * pinned to AMERICAN so that the marker is always AD or BC.
 */
public final class NlsMasks {
  /** NLS_DATE_FORMAT. */
  public static final String DATE = "YYYY-MM-DD HH24:MI:SS AD";

  /** NLS_TIMESTAMP_FORMAT. */
  public static final String TIMESTAMP = "YYYY-MM-DD HH24:MI:SS.FF9 AD";

  /** NLS_TIMESTAMP_TZ_FORMAT. */
  public static final String TIMESTAMP_TZ = "YYYY-MM-DD HH24:MI:SS.FF9 TZH:TZM AD";

  private NlsMasks() {}
}

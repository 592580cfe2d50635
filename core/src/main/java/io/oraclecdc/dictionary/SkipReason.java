package io.oraclecdc.dictionary;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Why a table that the patterns name is left out. Other tables or Oracle itself write these, or
 * their rows are not in the redo, or not readable there.
 */
public enum SkipReason {
  /** BIN$..: a dropped table that the recycle bin keeps. */
  RECYCLE_BIN("it is in the recycle bin"),
  /** A table of which every session sees its own rows. */
  TEMPORARY("it is a temporary table: its rows belong to one session and are not in the redo"),
  /** The rows of a collection column of another table. */
  NESTED_TABLE("it stores the nested table of another table's column"),
  /** A table of objects: no relational columns. */
  OBJECT_TABLE("it is an object table"),
  /** Part of an index-organized table. */
  INDEX_ORGANIZED_PART(
      "it is the overflow segment or mapping table of an index-organized table, which is captured itself"),
  /** Belongs to a domain index. */
  SECONDARY("it belongs to a domain index"),
  /** Rows that lie in files. */
  EXTERNAL("it is an external table: its rows lie in files and are not in the redo"),
  /** The rows of a materialized view. */
  MATERIALIZED_VIEW("it holds a materialized view: its rows repeat those of other tables"),
  /** MLOG$_..: what Oracle notes for refreshes. */
  MATERIALIZED_VIEW_LOG("it is a materialized view log"),
  /** RUPD$_..: what Oracle notes for updatable materialized views. */
  UPDATABLE_VIEW_LOG("it is the log of an updatable materialized view"),
  /** CMP3$..: a sample that the compression advisor makes and drops. */
  COMPRESSION_SAMPLE("it is a sample of the compression advisor");

  private static final Pattern SAMPLE = Pattern.compile("CMP\\d+\\$\\d+");

  private final String text;

  SkipReason(String text) {
    this.text = text;
  }

  /** A sentence without its end. */
  public String text() {
    return text;
  }

  /** What the name of a table alone tells. */
  static Optional<SkipReason> ofName(String table) {
    if (table.startsWith("BIN$")) {
      return Optional.of(RECYCLE_BIN);
    }
    if (table.startsWith("MLOG$_")) {
      return Optional.of(MATERIALIZED_VIEW_LOG);
    }
    if (table.startsWith("RUPD$_")) {
      return Optional.of(UPDATABLE_VIEW_LOG);
    }
    if (table.startsWith("SYS_IOT_OVER_") || table.startsWith("SYS_IOT_MAP_")) {
      return Optional.of(INDEX_ORGANIZED_PART);
    }
    return SAMPLE.matcher(table).matches() ? Optional.of(COMPRESSION_SAMPLE) : Optional.empty();
  }
}

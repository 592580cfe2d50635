package io.oraclecdc.cli.evidence;

import java.util.List;
import java.util.Set;

/**
 * A question of the catalogue.
 *
 * @param id its name
 * @param question in words
 * @param fact what the simulator assumes and where that stands
 * @param changed version of the catalogue that last changed what is asked
 * @param needs what a database must have to be asked
 * @param switches switches of the simulator that it tells apart
 * @param setup statements before reading begins
 * @param steps statements of sessions, in order
 * @param mine words of the {@code mine} line
 * @param look which rows and columns answer
 */
record EvidenceEntry(
    String id,
    String question,
    String fact,
    int changed,
    List<Need> needs,
    List<String> switches,
    List<String> setup,
    List<Step> steps,
    List<String> mine,
    Look look) {

  /**
   * A statement of a session.
   *
   * @param session its name; empty for what the kit does itself
   * @param bind value of the only bind variable, as {@code KIND LENGTH}; empty without one
   * @param fails whether it has to fail
   */
  record Step(Kind kind, String session, String sql, String bind, boolean fails) {
    static Step of(Kind kind) {
      return new Step(kind, "", "", "", false);
    }

    boolean isMark() {
      return kind == Kind.MARK;
    }
  }

  /** What a step does. */
  enum Kind {
    /** Runs a statement. */
    RUN,
    /** Reading begins here. */
    MARK,
    /** The login that reads switches the log. */
    LOG_SWITCH,
    /** The login that reads writes a dictionary to the redo. */
    BUILD;

    /** Statement of what the kit does itself. */
    String sql() {
      return switch (this) {
        case LOG_SWITCH -> "ALTER SYSTEM SWITCH LOGFILE";
        case BUILD ->
            "BEGIN DBMS_LOGMNR_D.BUILD(OPTIONS => DBMS_LOGMNR_D.STORE_IN_REDO_LOGS); END;";
        case RUN, MARK -> "";
      };
    }
  }

  /** What a database may lack. */
  enum Need {
    /** A container database that is read in its root. */
    CDB,
    /** Two open instances and a login on the second. */
    CLUSTER,
    /** MAX_STRING_SIZE = EXTENDED. */
    EXTENDED_STRINGS,
    /** The login that reads may switch logs. */
    ALTER_SYSTEM
  }

  /**
   * Rows and columns.
   *
   * @param all every transaction of the range, not only the entry's
   * @param undoOnly undo rows only
   * @param distinct different values once
   * @param operations names of operations with underscores, empty for any
   * @param fields columns in order
   */
  record Look(
      boolean all,
      boolean undoOnly,
      boolean distinct,
      Set<String> operations,
      List<String> fields) {}

  boolean isUnverified() {
    return fact.contains("UNVERIFIED");
  }

  boolean mines(String word) {
    return mine.contains(word);
  }
}

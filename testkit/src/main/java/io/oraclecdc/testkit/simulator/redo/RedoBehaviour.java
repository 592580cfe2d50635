package io.oraclecdc.testkit.simulator.redo;

/**
 * Behaviour of LogMiner that nobody has settled by measurement, or that differs between releases.
 * Each constant switches one away from the variant the simulator shows by default.
 */
public enum RedoBehaviour {
  /** START has an address of its own. Default: it shares the RS_ID of the first change. */
  START_HAS_OWN_RS_ID,
  /**
   * START, COMMIT and ROLLBACK rows have a NULL ROW_ID. Default: START shows the first change's,
   * the others eighteen {@code A}.
   */
  CONTROL_ROWS_WITHOUT_ROW_ID,
  /** A zero fraction under an FFn mask leaves its dot alone. Default: n zeros. */
  ZERO_FRACTION_BARE_DOT,
  /** A zero fraction under an FFn mask prints neither dot nor digits. Default: n zeros. */
  ZERO_FRACTION_OMITTED,
  /**
   * TIMESTAMP WITH LOCAL TIME ZONE literals end in a blank where the offset would be. Default: no.
   */
  LOCAL_TIME_ZONE_TRAILING_BLANK,
  /** NUMBERs of 1E40 and more or below 1E-36 are printed in full. Default: exponent form. */
  LARGE_NUMBERS_IN_FULL,
  /** Long national literals are written in pieces joined by {@code ||}. Default: one UNISTR. */
  UNISTR_IN_PIECES,
  /** Every row of a statement takes an SCN of its own. Default: the rows share one. */
  SCN_PER_ROW,
  /**
   * Changes stay in a private strand and reach the log, with their old SCNs, at commit, at a log
   * switch or when the strand is full. Default: they are written when the statement ends.
   */
  PRIVATE_STRANDS,
  /**
   * Undo and ROLLBACK rows of a transaction whose START lies before the mined range have XIDSQN
   * 4294967295. Default: the true sequence.
   */
  PARTIAL_XID_OUTSIDE_RANGE,
  /**
   * A rollback to a savepoint, or of a failed statement, of a transaction whose START lies before
   * the mined range ends in a ROLLBACK row with XIDSQN 4294967295, and the transaction goes on.
   * Default: no such row.
   */
  PARTIAL_ROLLBACK_AFTER_SAVEPOINT,
  /** ROLLBACK rows have RS_ID {@code 0x000000.00000000.0000}. Default: their address. */
  ZERO_RS_ID_ON_ROLLBACK,
  /** Undo rows have no SQL_REDO. Default: the text of the compensating statement. */
  UNDO_WITHOUT_TEXT,
  /**
   * COMMIT rows with THREAD# 0 of transactions that changed nothing stand between the others.
   * Default: none.
   */
  EMPTY_COMMITS_ON_THREAD_ZERO,
  /** A START row with an all-zero XID stands at the beginning of a range. Default: none. */
  ZERO_XID_STARTS,
  /**
   * A result that reads an online log which is being reused ends early without an error. Default:
   * ORA-00310 with ORA-00334.
   */
  OVERWRITTEN_LOG_ENDS_SILENTLY,
  /** START with equal SCN bounds raises ORA-01281. Default: a range of one SCN. */
  EQUAL_SCN_BOUNDS_REFUSED,
  /** LOB rows are whole blocks whatever the delimiter option. Default: without a delimiter only. */
  LOB_BLOCKS_ALWAYS,
  /** LOB rows are fragments whatever the delimiter option. Default: with a delimiter only. */
  LOB_FRAGMENTS_ALWAYS,
  /**
   * No INTERNAL row ends a statement that wrote outside its row, and calls of DBMS_LOB that follow
   * each other on one value share a locator row. Default: it does, and each call has one.
   */
  LOB_STATEMENTS_WITHOUT_END,
  /** Every row of a LOB statement takes an SCN of its own. Default: they share one. */
  LOB_ROWS_TAKE_SCNS,
  /** LOB_ERASE has OPERATION_CODE 28, as documented. Default: 29, as measured. */
  LOB_ERASE_CODE_28,
  /** Pieces of text are 1024 characters long. Default: 1022. */
  LOB_PIECES_OF_1024,
  /**
   * An update of a LOB by a value that fits into the row empties it in a row before. Default: one
   * row.
   */
  LOB_IN_ROW_UPDATE_IN_TWO_ROWS,
  /** XML pieces are printed as HEXTORAW with their bytes. Default: as text. */
  XML_PIECES_AS_BYTES,
  /** Tables with XMLTYPE or extended strings are updated and deleted with alias {@code a}. */
  ALIAS_FOR_TABLES_WITH_LARGE_VALUES,
  /** A change of an index-organized table's key is a DELETE and an INSERT. Default: an UPDATE. */
  KEY_UPDATE_OF_INDEX_ORGANIZED_TABLE_IN_TWO_ROWS,
  /** XID is big endian, as on such platforms. Default: little endian. */
  XID_BIG_ENDIAN,
  /** SSN of an INSERT counts the rows of its redo record. Default: the slot in the block. */
  INSERT_SSN_COUNTS_ROWS,
  /** The rows of an array delete have SSNs 0, 1, 2 and so on. Default: all have 0. */
  ARRAY_DELETE_ROWS_NUMBERED,
  /** An undo row has the SSN of the row it undoes. Default: an INSERT its slot, others 0. */
  UNDO_KEEPS_SSN,
  /**
   * Undo of the rows of one redo record comes oldest first. Default: newest first, as everything.
   */
  UNDO_OF_ARRAYS_OLDEST_FIRST,
  /** Continuation rows count SSN up. Default: they repeat that of the first row. */
  CONTINUATION_ROWS_TAKE_SSNS,
  /**
   * A long statement is cut at 4000 bytes of UTF-8, characters whole. Default: at 4000 characters.
   */
  CONTINUATION_CUT_BY_BYTES,
  /** INFO of DDL rows is {@code " DDL"}. Default: {@code USER DDL (PlSql=0 RecDep=0)}. */
  DDL_INFO_SHORT,
  /** TABLE_NAME of a RENAME is {@code old,new}. Default: the old name. */
  RENAME_DDL_NAMES_BOTH,
  /**
   * SQL_REDO of a row that the dictionary does not fit is {@code Dictionary Version Mismatch}.
   * Default: the statement with {@code COL n}.
   */
  STALE_ROWS_WITHOUT_TEXT,
  /**
   * Rows older than a renamed or modified column are printed with its name of now. Default: they
   * are stale.
   */
  RENAMED_COLUMNS_STAY_READABLE,
  /** USERNAME and the like are NULL where the session is not known. Default: {@code UNKNOWN}. */
  UNKNOWN_SESSION_IS_NULL,
  /**
   * SRC_CON_ columns are filled with a dictionary in the redo only. Default: with the online
   * catalog too.
   */
  SOURCE_CONTAINER_NEEDS_DICTIONARY,
  /**
   * The read of a thread ends at the first record above the end SCN. Default: the end SCN filters.
   */
  END_SCN_STOPS_THE_READ,
  /** A hole between registered logs is shown as a MISSING_SCN row. Default: ORA-01291 at START. */
  MISSING_SCN_ROWS,
  /**
   * INTERNAL rows with the placeholder ROW_ID stand behind every locator and, with BasicFile,
   * before LOB_TRIM. Default: only the one that ends a statement.
   */
  INTERNAL_ROWS_IN_LOB_STATEMENTS,
  /** A second START row stands behind the INSERT of a LOB statement; seen on 11.2. Default: no. */
  SECOND_START_IN_LOB_INSERT,
  /** Quotes inside pieces of XML are doubled. Default: they are as they are. */
  XML_QUOTES_DOUBLED,
  /** Quotes inside extended strings are not doubled. Default: they are. */
  EXTENDED_QUOTES_NOT_DOUBLED,
  /** A BOOLEAN column is left out of statements. Default: every row of its table is UNSUPPORTED. */
  BOOLEAN_COLUMNS_ABSENT,
  /**
   * A row that goes to another partition is inserted there before it is deleted here. Default:
   * DELETE first.
   */
  ROW_MOVEMENT_INSERTS_FIRST,
  /**
   * DBMS_LOGMNR_D.BUILD leaves the log with the dictionary's end current. Default: it switches the
   * log before and after.
   */
  DICTIONARY_BUILD_WITHOUT_SWITCHES,
  /** A change of a cluster key is a DELETE and an INSERT. Default: an UPDATE. */
  CLUSTER_KEY_UPDATE_IN_TWO_ROWS,
  /** Rows of direct path inserts have OPERATION INSERT. Default: DIRECT INSERT, with code 1. */
  DIRECT_PATH_ROWS_ARE_INSERTS,
  /**
   * A rollback of a direct path insert, to a savepoint or of the statement alone, shows no undo
   * rows. Default: one for each row.
   */
  DIRECT_PATH_UNDO_NOT_SHOWN,
  /** Every row of a compressed table is UNSUPPORTED. Default: rows as usual. */
  COMPRESSED_TABLES_UNSUPPORTED,
  /** Unused columns are printed under their hidden names. Default: they are absent. */
  UNUSED_COLUMNS_SHOWN,
  /**
   * The undo of a dead instance waits until that instance comes back and stands in its own thread.
   * Default: a surviving instance writes it to its thread.
   */
  RECOVERY_IN_OWN_THREAD,
  /**
   * The undo rows of a dead instance are not followed by a ROLLBACK row. Default: they are, with
   * the dead transaction's XID.
   */
  RECOVERY_WITHOUT_ROLLBACK_ROW,
  /**
   * Mining that meets redo of a closed PDB raises ORA-16331 when the rows are read. Default: when
   * the range is started.
   */
  CLOSED_PDB_FOUND_WHILE_READING,
  /**
   * A thread that was enabled before the range and whose first registered log begins inside it
   * raises ORA-01291. Default: it gives what it has, as a thread without any log does.
   */
  EVERY_THREAD_MUST_REACH_BACK,
  /** Rows of several threads come log after log. Default: threads are merged by SCN. */
  THREADS_LOG_BY_LOG,
  /**
   * V$DATABASE of a PDB shows the supplemental logging that counts there. Default: that of the
   * whole database; DBA_SUPPLEMENTAL_LOGGING shows the PDB's own.
   */
  PDB_LOGGING_IN_V_DATABASE
}

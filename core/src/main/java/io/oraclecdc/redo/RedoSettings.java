package io.oraclecdc.redo;

import io.oraclecdc.config.ConfigKeys;
import io.oraclecdc.config.OracleCdcConfig;
import io.oraclecdc.config.UnescapedQuotes;
import io.oraclecdc.value.CodecContext;
import io.oraclecdc.value.Disguises;

/**
 * How statements are read.
 *
 * @param codecs character sets and zone of the mining session
 * @param unescapedQuotes {@code cdc.redo.unescaped.quotes}
 * @param maxStatementCharacters longest statement, its continuation rows joined; a longer one
 *     cannot be decoded
 * @param showSensitive {@code cdc.log.sensitive.data}: whether messages may show the text around an
 *     error; never applies to tables with excluded columns
 * @param unsupportedRows {@code cdc.unsupported.columns}
 */
public record RedoSettings(
    CodecContext codecs,
    UnescapedQuotes unescapedQuotes,
    int maxStatementCharacters,
    boolean showSensitive,
    UnsupportedRows unsupportedRows) {

  /** What to do with a row whose content LogMiner cannot give. */
  public enum UnsupportedRows {
    /** It cannot be decoded. */
    FAIL,
    /** It is read from the table when its transaction has committed. */
    RESELECT
  }

  /** Far beyond a thousand full columns on both sides of an update. */
  public static final int DEFAULT_MAX_STATEMENT_CHARACTERS = 64 * 1024 * 1024;

  /** The same; a row whose content LogMiner cannot give is refused. */
  public RedoSettings(
      CodecContext codecs,
      UnescapedQuotes unescapedQuotes,
      int maxStatementCharacters,
      boolean showSensitive) {
    this(codecs, unescapedQuotes, maxStatementCharacters, showSensitive, UnsupportedRows.FAIL);
  }

  /** Checks the limit. */
  public RedoSettings {
    if (maxStatementCharacters < 4000) {
      throw new IllegalArgumentException(
          "the statement limit is at least one row of 4000 characters: " + maxStatementCharacters);
    }
  }

  /** AL32UTF8, UTC, strict quotes, values withheld. */
  public static RedoSettings defaults() {
    return new RedoSettings(
        CodecContext.standard(), UnescapedQuotes.STRICT, DEFAULT_MAX_STATEMENT_CHARACTERS, false);
  }

  /** What a configuration says about values that nobody may see. */
  public static Disguises disguises(OracleCdcConfig config) {
    Disguises masking = Disguises.NONE.masking(config.get(ConfigKeys.COLUMNS_MASK_LENGTH));
    return config
        .find(ConfigKeys.COLUMNS_HASH_SALT)
        .map(salt -> masking.hashing(config.get(ConfigKeys.COLUMNS_HASH_ALGORITHM), salt))
        .orElse(masking);
  }
}

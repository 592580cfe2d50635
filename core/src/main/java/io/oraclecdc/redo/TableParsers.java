package io.oraclecdc.redo;

import io.oraclecdc.config.UnescapedQuotes;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.ValueCodecs;
import org.jspecify.annotations.Nullable;

/** The parsers of one version of a table, each made when it is first needed. Not thread-safe. */
final class TableParsers {
  private final TableSchema table;
  private final ValueCodecs codecs;
  private final SqlRedoParser statements;
  private @Nullable ValueRowParser values;
  private @Nullable SqlRedoParser staleStatements;
  private @Nullable ValueRowParser staleValues;

  TableParsers(TableSchema table, ValueCodecs codecs, UnescapedQuotes quotes) {
    this.table = table;
    this.codecs = codecs;
    this.statements = SqlRedoParser.ofValues(table, codecs, quotes);
  }

  SqlRedoParser statements() {
    return statements;
  }

  ValueRowParser values() {
    ValueRowParser parser = values;
    if (parser == null) {
      parser = new ValueRowParser(table, new ColumnNames(table), TypedValues.of(table, codecs));
      values = parser;
    }
    return parser;
  }

  /** For rows that LogMiner wrote without knowing the layout. */
  SqlRedoParser staleStatements() {
    SqlRedoParser parser = staleStatements;
    if (parser == null) {
      parser = SqlRedoParser.ofInternalValues(table, codecs);
      staleStatements = parser;
    }
    return parser;
  }

  /** The same for rows that carry values. */
  ValueRowParser staleValues() {
    ValueRowParser parser = staleValues;
    if (parser == null) {
      parser =
          new ValueRowParser(
              table, ColumnNames.invented(table), TypedValues.ofInternalEncoding(table, codecs));
      staleValues = parser;
    }
    return parser;
  }
}

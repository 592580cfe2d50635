package io.oraclecdc.auditor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.debezium.config.Configuration;
import io.debezium.connector.oracle.OracleConnectorConfig;
import io.debezium.connector.oracle.logminer.UnistrHelper;
import io.debezium.connector.oracle.logminer.parser.LogMinerDmlEntry;
import io.debezium.connector.oracle.logminer.parser.LogMinerDmlParser;
import io.debezium.relational.Column;
import io.debezium.relational.Table;
import io.debezium.relational.TableId;
import java.sql.Types;
import org.junit.jupiter.api.Test;

/**
 * {@link Difference#NATIONAL_ESCAPES} and {@link Difference#FUNCTION_LIKE_TEXT} are Debezium's
 * faults: its own classes say so, given text as Oracle's manuals define it, without any database.
 */
class TextFaultsTest {
  private static final Table TABLE =
      Table.editor()
          .tableId(new TableId("FREE", "APP", "T"))
          .addColumn(
              Column.editor()
                  .name("V")
                  .jdbcType(Types.VARCHAR)
                  .type("VARCHAR2")
                  .length(40)
                  .optional(true)
                  .create())
          .create();

  private final LogMinerDmlParser parser =
      new LogMinerDmlParser(new OracleConnectorConfig(Configuration.create().build()));

  private Object parsed(String value) {
    LogMinerDmlEntry entry =
        parser.parse("insert into \"APP\".\"T\"(\"V\") values (" + value + ");", TABLE);
    return entry.getNewValues()[0];
  }

  /** SQL Language Reference, UNISTR: a backslash in the text is written as two. */
  @Test
  void NATIONAL_ESCAPES_aBackslashIsTakenForACodePoint() {
    assertThatThrownBy(() -> UnistrHelper.convert("UNISTR('a\\\\beta')"))
        .isInstanceOf(NumberFormatException.class);
    assertThat(UnistrHelper.convert("UNISTR('\\00e9\\\\')")).isEqualTo("é\\\\");
    assertThatThrownBy(() -> UnistrHelper.convert("UNISTR('\\\\00e9')"))
        .isInstanceOf(NumberFormatException.class);
  }

  /** SQL Language Reference, text literals: an apostrophe in the text is written as two. */
  @Test
  void NATIONAL_ESCAPES_apostrophesAroundTheTextAreTakenForPartOfIt() {
    assertThat(UnistrHelper.convert("UNISTR('it''s')")).isEqualTo("it's");
    assertThat(UnistrHelper.convert("UNISTR('''''')")).isEqualTo("'").isNotEqualTo("''");
  }

  /** A call and a literal of the same characters are one and the same behind the parser. */
  @Test
  void FUNCTION_LIKE_TEXT_theParserDropsWhatTellsACallFromAText() {
    assertThat(parsed("HEXTORAW('61')")).isEqualTo("HEXTORAW('61')");
    assertThat(parsed("'HEXTORAW(''61'')'")).isEqualTo(parsed("HEXTORAW('61')"));
    assertThat(parsed("'UNISTR(''\\0061'')'")).isEqualTo(parsed("UNISTR('\\0061')"));
    assertThat(parsed("'EMPTY_CLOB()'")).isEqualTo(parsed("EMPTY_CLOB()"));
  }
}

package io.oraclecdc.testkit.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The cases of XML documents, as scenarios. */
class XmlCasesTest {
  private static final String TABLE =
      """
      table CREATE TABLE APP.X (ID NUMBER(9) PRIMARY KEY, NAME VARCHAR2(50), DOC XMLTYPE)
      set cdc.lob.mode=inline
      """;

  @ParameterizedTest // XML-01
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "XML_REDO := '<a><b>1</b></a>'\\n amount: 15,<a><b>1</b></a>",
        "XML_REDO := HEXTORAW('3c612f3e'):4,<a/>",
        "XML_REDO := HEXTORAW('3c612f3e)\\n amount: 4,<a/>"
      })
  void XML_01_binaryStorageBeginWriteEnd(String piece, String document) throws Exception {
    String rows =
        """
        row xid=A INSERT rowid=ZERO | insert into "APP"."X"("ID") values ('1')
        row xid=A XML_DOC_BEGIN rowid=ZERO status=2 info="XML sql_redo not re-executable" table=APP.X | XML DOC BEGIN:  select "DOC" from "APP"."X" where "ID" = '1'
        rowe xid=A XML_DOC_WRITE rowid=ZERO status=2 info="XML sql_redo not re-executable" table=APP.X | %s
        row xid=A XML_DOC_END rowid=ZERO status=0 table=APP.X |
        """
            .formatted(piece);
    String end =
        "row xid=A UPDATE rowid=R1 | update \"APP\".\"X\" set \"NAME\" = NULL where \"ID\" = '1'\n";
    assertThat(
            PlayedValues.linesOf(
                TABLE + rows + "row xid=A INTERNAL rowid=R1 |\nrow xid=A COMMIT\n"))
        .containsExactly("c ID=1 DOC=" + document);
    assertThat(PlayedValues.linesOf(TABLE + rows + end + "row xid=A COMMIT\n"))
        .containsExactly("c ID=1 NAME=null DOC=" + document);
  }

  @Test // XML-02
  void XML_02_aBeginRowWhosePredicateEndsInIsNull() throws Exception {
    assertThat(
            PlayedValues.linesOf(
                """
                table CREATE TABLE APP.X (ID NUMBER(9) PRIMARY KEY, T1 TIMESTAMP(6) WITH TIME ZONE, T2 TIMESTAMP(6) WITH TIME ZONE, M VARCHAR2(9), DOC XMLTYPE)
                set cdc.lob.mode=inline
                row xid=A XML_DOC_BEGIN rowid=ZERO status=2 table=APP.X | XML DOC BEGIN:  select "DOC" from "APP"."X" where "ID" = '550123' and "T1" = TO_TIMESTAMP_TZ('2025-05-06 07:08:09.101112 +01:00') and "T2" = TO_TIMESTAMP_TZ('3000-01-01 00:00:00.000000 +00:00') and "M" IS NULL
                row xid=A XML_DOC_WRITE rowid=ZERO status=2 table=APP.X | XML_REDO := '<a/>':4
                row xid=A XML_DOC_END rowid=ZERO table=APP.X |
                row xid=A COMMIT
                """))
        .containsExactly(
            "u ID=550123 T1=2025-05-06T07:08:09.101112+01:00 T2=3000-01-01T00:00Z M=null DOC=<a/>");
  }

  @Test // XML-03
  void XML_03_textStorage() throws Exception {
    assertThat(
            PlayedValues.linesOf(
                TABLE
                    + """
                    row xid=A XML_DOC_BEGIN rowid=ZERO status=5 info="XML sql_redo needs assembly" | update "APP"."X" a set a."DOC" = XMLType(:1)  where a."ID" = '1';
                    row xid=A XML_DOC_WRITE rowid=ZERO status=5 info="XML sql_redo needs assembly" table=APP.X | <root>it's</root>
                    row xid=A XML_DOC_END rowid=ZERO status=5 table=APP.X |
                    row xid=A COMMIT
                    """))
        .containsExactly("u ID=1 DOC=<root>it's</root>");
  }

  @Test // XML-04
  void XML_04_setToNull() throws Exception {
    assertThat(
            PlayedValues.linesOf(
                TABLE
                    + """
                    row xid=A XML_DOC_BEGIN rowid=ZERO status=2 table=APP.X | XML DOC BEGIN:  select "DOC" from "APP"."X" where "ID" = '1'
                    row xid=A XML_DOC_WRITE rowid=ZERO status=2 table=APP.X | XML_REDO := NULL
                    row xid=A XML_DOC_END rowid=ZERO table=APP.X |
                    row xid=A COMMIT
                    """))
        .containsExactly("u ID=1 DOC=null");
  }

  private static final String BEGIN =
      "row xid=A XML_DOC_BEGIN rowid=ZERO status=2 table=APP.X | XML DOC BEGIN:  select \"DOC\" from"
          + " \"APP\".\"X\" where \"ID\" = '1'\n";
  private static final String END = "row xid=A XML_DOC_END rowid=ZERO table=APP.X |\n";
  private static final String INTERNAL = "row xid=A INTERNAL rowid=R1 |\n";
  private static final String COMMIT = "row xid=A COMMIT\n";

  private static String piece(String text) {
    return "rowe xid=A XML_DOC_WRITE rowid=ZERO status=2 table=APP.X | " + text + "\n";
  }

  @Test
  void aDocumentOfWhichARowIsMissingIsUnavailable() throws Exception {
    String text = piece("XML_REDO := '<a/>':4");
    for (String rows :
        List.of(BEGIN, BEGIN + END, BEGIN + text, BEGIN + text + INTERNAL, BEGIN + INTERNAL)) {
      assertThat(PlayedValues.linesOf(TABLE + rows + COMMIT))
          .as(rows)
          .containsExactly("u ID=1 DOC=?");
    }
  }

  @Test
  void rowsOfADocumentThatDoNotFitTogetherStop() throws Exception {
    String text = piece("XML_REDO := '<a/>':4");
    String none = piece("XML_REDO := NULL");
    for (String rows :
        List.of(
            text,
            END,
            BEGIN + text + END + text,
            BEGIN + text + END + END,
            BEGIN + none + text + END,
            BEGIN + text + none + END)) {
      assertThat(PlayedValues.linesOf(TABLE + rows + COMMIT))
          .as(rows)
          .last()
          .asString()
          .contains("CDC-3001");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "XML_REDO := HEXTORAW('3c612f3e')\\n amount: 3",
        "XML_REDO := HEXTORAW('3c612f3e'):2",
        "XML_REDO := HEXTORAW('3c612f3e'):5",
        "XML_REDO := '<a/>':3"
      })
  void aPieceOfAnotherLengthThanItSaysStops(String piece) throws Exception {
    assertThat(PlayedValues.linesOf(TABLE + BEGIN + piece(piece) + END + COMMIT))
        .last()
        .asString()
        .contains("CDC-3001");
  }
}

package io.oraclecdc.reselect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.DatabaseSettings;
import io.oraclecdc.database.OracleErrors;
import io.oraclecdc.database.OracleSql;
import io.oraclecdc.database.SessionFactory;
import io.oraclecdc.database.SessionRole;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.lob.AssemblySettings.Oversize;
import io.oraclecdc.lob.MissingValues.Found;
import io.oraclecdc.lob.MissingValues.MissingRow;
import io.oraclecdc.lob.MissingValues.Outcome;
import io.oraclecdc.model.Container;
import io.oraclecdc.model.RowId;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.Column;
import io.oraclecdc.schema.OracleType;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.RecordKey;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.math.BigDecimal;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Period;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableReselectTest {
  private static final Scn COMMIT = new Scn(4711);
  private final QueryDriver driver = new QueryDriver();

  @BeforeEach
  void register() throws SQLException {
    DriverManager.registerDriver(driver);
  }

  @AfterEach
  void deregister() throws SQLException {
    DriverManager.deregisterDriver(driver);
  }

  private static TableSchema table(RecordKey key) {
    List<Column> columns = new ArrayList<>();
    for (Kind kind : List.of(Kind.NUMBER, Kind.VARCHAR2, Kind.CLOB, Kind.BLOB, Kind.XMLTYPE)) {
      columns.add(
          new Column(
              "C_" + kind,
              new OracleType(kind, kind.name(), 20, null, null),
              true,
              columns.size() + 1,
              Column.Use.CAPTURED,
              null));
    }
    return new TableSchema(
        TableId.of("APP", "D"),
        new Container(0, "FREE"),
        0,
        1,
        false,
        columns,
        key,
        TableSchema.SupplementalLogging.ALL);
  }

  private static final TableSchema KEYED =
      table(new RecordKey(RecordKey.Kind.COLUMNS, List.of(0, 1)));
  private static final TableSchema KEYLESS = table(RecordKey.NONE);

  private static MissingRow row(TableSchema table, int id, @Nullable String rowId) {
    BitSet columns = new BitSet();
    columns.set(2, 4);
    return new MissingRow(
        table,
        RowImage.owning(
            new Object[] {
              new BigDecimal(id + ".0"),
              "n",
              SpecialValue.UNAVAILABLE,
              SpecialValue.UNAVAILABLE,
              SpecialValue.UNAVAILABLE
            }),
        rowId == null ? null : new RowId(rowId),
        columns);
  }

  private List<Found> read(MissingRow... rows) {
    return read(1 << 20, Oversize.FAIL, rows);
  }

  private static List<Found> read(long maxBytes, Oversize oversize, MissingRow... rows) {
    DatabaseSession session =
        new DatabaseSession(
            new SessionFactory(
                DatabaseSettings.builder().url(QueryDriver.URL).user("U").password("p").build(),
                OracleErrors.standard()),
            SessionRole.RESELECT);
    try (TableReselect reselect = new TableReselect(session, maxBytes, oversize, event -> {})) {
      return reselect.read(COMMIT, List.of(rows));
    }
  }

  private static List<Object> values(Found found) {
    RowImage image = Objects.requireNonNull(found.values());
    return List.of(image.get(2), image.get(3));
  }

  @Test
  void keysOfIntervalsAndRowIdsAreBoundAsText() {
    List<Column> columns = new ArrayList<>();
    for (Kind kind :
        List.of(
            Kind.INTERVAL_YEAR_TO_MONTH,
            Kind.INTERVAL_DAY_TO_SECOND,
            Kind.ROWID,
            Kind.UROWID,
            Kind.CLOB)) {
      columns.add(
          new Column(
              "C" + columns.size(),
              new OracleType(kind, kind.name(), 20, null, null),
              true,
              columns.size() + 1,
              Column.Use.CAPTURED,
              null));
    }
    TableSchema table =
        new TableSchema(
            TableId.of("APP", "D"),
            new Container(0, "FREE"),
            0,
            1,
            false,
            columns,
            new RecordKey(RecordKey.Kind.COLUMNS, List.of(0, 1, 2, 3)),
            TableSchema.SupplementalLogging.ALL);
    BitSet missing = new BitSet();
    missing.set(4);
    driver.rows.add(
        new @Nullable Object[] {
          "-1-11", "-3 02:03:04.500000000", "AAAR3sAAEAAAACXAAA", "*BAMAAJsCwQL+", "found"
        });

    List<Found> found =
        read(
            new MissingRow(
                table,
                RowImage.owning(
                    new Object[] {
                      Period.of(0, -23, 0),
                      Duration.ofMillis(-266_584_500),
                      "AAAR3sAAEAAAACXAAA",
                      "*BAMAAJsCwQL+",
                      SpecialValue.UNAVAILABLE
                    }),
                null,
                missing));

    assertThat(driver.queries.get(0))
        .endsWith(
            "(T.\"C0\" = TO_YMINTERVAL(?) AND T.\"C1\" = TO_DSINTERVAL(?) AND T.\"C2\" ="
                + " CHARTOROWID(?) AND T.\"C3\" = ?)");
    assertThat(driver.binds.get(0))
        .isEqualTo("4711 -1-11 -3 02:03:04.500000000 AAAR3sAAEAAAACXAAA *BAMAAJsCwQL+");
    assertThat(Objects.requireNonNull(found.get(0).values()).get(4)).isEqualTo("found");
  }

  @Test
  void rowsOfATableAreReadByKeyInOneQueryAsOfTheCommit() {
    driver.rows.add(new @Nullable Object[] {new BigDecimal(2), "n", "two", null});
    driver.rows.add(new @Nullable Object[] {new BigDecimal(1), "n", "", new byte[] {1}});

    List<Found> found = read(row(KEYED, 1, null), row(KEYED, 2, null), row(KEYED, 3, null));

    assertThat(driver.queries).hasSize(1);
    assertThat(driver.queries.get(0))
        .isEqualTo(
            "SELECT T.\"C_NUMBER\", T.\"C_VARCHAR2\", T.\"C_CLOB\", T.\"C_BLOB\" FROM \"APP\".\"D\""
                + " AS OF SCN ? T WHERE (T.\"C_NUMBER\" = ? AND T.\"C_VARCHAR2\" = ?) OR"
                + " (T.\"C_NUMBER\" = ? AND T.\"C_VARCHAR2\" = ?) OR (T.\"C_NUMBER\" = ? AND"
                + " T.\"C_VARCHAR2\" = ?)");
    assertThat(driver.binds.get(0)).isEqualTo(COMMIT.value() + " 1.0 n 2.0 n 3.0 n");
    assertThat(values(found.get(0))).containsExactly("", new byte[] {1});
    assertThat(values(found.get(1))).containsExactly("two", SpecialValue.SQL_NULL);
    assertThat(found.get(2).outcome()).isEqualTo(Outcome.GONE);
  }

  @Test
  void rowsWithoutKeyAreReadByRowIdAndOthersNotAtAll() {
    driver.rows.add(new @Nullable Object[] {"AAAR3sAAEAAAACXAAB", "text", null});

    List<Found> found =
        read(row(KEYLESS, 1, "AAAR3sAAEAAAACXAAB"), row(KEYLESS, 2, "AAAAAAAAAAAAAAAAAA"));

    assertThat(driver.queries.get(0)).contains("T.ROWID IN (CHARTOROWID(?))");
    assertThat(values(found.get(0))).containsExactly("text", SpecialValue.SQL_NULL);
    assertThat(found.get(1).outcome()).isEqualTo(Outcome.FAILED);
  }

  @Test
  void aRowThatIsGoneByItsKeyButNotByItsRowIdFails() {
    driver.places.add(new @Nullable Object[] {"AAAR3sAAEAAAACXAAB"});

    List<Found> found =
        read(
            row(KEYED, 1, "AAAR3sAAEAAAACXAAB"),
            row(KEYED, 2, "AAAR3sAAEAAAACXAAC"),
            row(KEYED, 3, "AAAAAAAAAAAAAAAAAA"));

    assertThat(driver.queries).hasSize(2);
    assertThat(driver.queries.get(1))
        .isEqualTo(
            "SELECT ROWIDTOCHAR(T.ROWID) FROM \"APP\".\"D\" AS OF SCN ? T WHERE T.ROWID IN"
                + " (CHARTOROWID(?), CHARTOROWID(?))");
    assertThat(found)
        .extracting(Found::outcome)
        .containsExactly(Outcome.FAILED, Outcome.GONE, Outcome.GONE);
  }

  @Test
  void queriesAreBounded() {
    MissingRow[] rows = new MissingRow[70];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = row(KEYED, i, null);
    }
    assertThat(read(rows)).hasSize(70).allMatch(found -> found.outcome() == Outcome.GONE);
    assertThat(driver.queries).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {1555, 1466, 8181, 942, 1031})
  void aQueryThatCannotAnswerLeavesTheValuesMissing(int number) {
    driver.failures.add(new SQLException("ORA-%05d: sorry".formatted(number), "72000", number));

    assertThat(read(row(KEYED, 1, null)).get(0).outcome()).isEqualTo(Outcome.FAILED);
  }

  @Test
  void aLostSessionIsOpenedAgainOnce() {
    driver.failures.add(new SQLException("ORA-03113: end-of-file", "08000", 3113));
    driver.rows.add(new @Nullable Object[] {BigDecimal.ONE, "n", "one", null});

    assertThat(read(row(KEYED, 1, null)).get(0).outcome()).isEqualTo(Outcome.FOUND);
    assertThat(driver.queries).hasSize(2);
  }

  @Test
  void aValueThatIsTooLargeStopsOrStaysUnavailable() {
    driver.rows.add(new @Nullable Object[] {BigDecimal.ONE, "n", "\u0416".repeat(6), null});

    assertThatThrownBy(() -> read(11, Oversize.FAIL, row(KEYED, 1, null)))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOB_TOO_LARGE))
        .hasMessageNotContaining("\u0416");
    assertThat(values(read(11, Oversize.PLACEHOLDER, row(KEYED, 1, null)).get(0)))
        .containsExactly(SpecialValue.UNAVAILABLE, SpecialValue.SQL_NULL);
    assertThat(values(read(12, Oversize.FAIL, row(KEYED, 1, null)).get(0)).get(0))
        .isEqualTo("\u0416".repeat(6));
  }

  @Test
  void everyTextIsOracles() {
    assertThat(OracleSql.syntaxErrors(ReselectSql.byKey(KEYED, List.of(2, 3), 2))).isEmpty();
    assertThat(OracleSql.syntaxErrors(ReselectSql.byRowId(KEYLESS, List.of(1, 4), 2))).isEmpty();
    assertThat(ReselectSql.byRowId(KEYLESS, List.of(4), 1))
        .contains("XMLSERIALIZE(DOCUMENT T.\"C_XMLTYPE\" AS CLOB)");
  }
}

package io.oraclecdc.cli.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.testkit.scenario.Scenario;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The kit against simulators that stand for a database. */
class EvidenceRunTest {
  /** What a database without containers and instances cannot be asked. */
  private static final Set<String> LACKING = Set.of("source-container", "threads-merged");

  private static final SimulatedAnswers byDefault = new SimulatedAnswers(Set.of());

  @AfterAll
  static void closeSimulator() throws SQLException {
    byDefault.close();
  }

  @TempDir private Path folder = Path.of("");
  private final List<String> messages = new ArrayList<>();

  private OracleSimulator database(RedoBehaviour... switches) throws SQLException {
    OracleSimulator database =
        OracleSimulator.builder("evidence-target")
            .parameter("max_string_size", "EXTENDED")
            .redoOptions(o -> o.behaviours(Set.of(switches)))
            .start();
    sys(database, "GRANT ALTER SYSTEM TO C##CDC");
    return database;
  }

  private static void sys(OracleSimulator database, String sql) throws SQLException {
    try (Connection sys = database.connectSys();
        Statement statement = sys.createStatement()) {
      statement.execute(sql);
    }
  }

  private Path config(OracleSimulator database) throws IOException {
    return Files.writeString(
        folder.resolve("db.properties"),
        "url=%s\nuser=app\npassword=app\nmining.user=C##CDC\nmining.password=cdc\n"
            .formatted(database.url()));
  }

  private int run(OracleSimulator database, String out, String... only)
      throws SQLException, IOException {
    return new EvidenceRun(List.of(only), messages::add)
        .run(config(database), folder.resolve(out), () -> true);
  }

  @Test
  void aDatabaseThatIsTheSimulatorAnswersTheSame() throws SQLException, IOException {
    try (OracleSimulator database = database()) {
      int status = run(database, "out");

      assertThat(messages).filteredOn(m -> m.contains("differs")).isEmpty();
      assertThat(status).isZero();
      assertThat(tables(database)).isEmpty();
    }
    String report = Files.readString(folder.resolve("out/report.md"));
    Set<String> skipped =
        Catalogue.shipped().entries().stream()
            .map(EvidenceEntry::id)
            .filter(id -> report.contains("## " + id + ": skipped"))
            .collect(Collectors.toSet());
    assertThat(skipped).isEqualTo(LACKING);
    for (RedoBehaviour behaviour : RedoBehaviour.values()) {
      boolean asked = !Catalogue.shipped().beyond().containsKey(behaviour.name());
      boolean lacks = topology(behaviour);
      assertThat(report)
          .contains(
              "| "
                  + behaviour
                  + " | "
                  + (lacks ? "skipped |" : asked ? "the simulator's default |" : "not asked: "));
    }
    for (EvidenceEntry entry : Catalogue.shipped().entries()) {
      if (skipped.contains(entry.id())) {
        assertThat(messages).anyMatch(m -> m.startsWith(entry.id() + ": skipped, "));
        continue;
      }
      Scenario scenario = Scenario.read(folder.resolve("out/" + entry.id() + ".scenario"));
      assertThat(report).contains("## " + entry.id() + ": same");
      if (!entry.mines("EQUAL_BOUNDS")
          && !entry.mines("WITHOUT_MIDDLE_LOG")
          && !entry.mines("OVERWRITTEN")) {
        assertThat(scenario.rows()).as(entry.id()).isNotEmpty();
      }
    }
  }

  private static List<String> tables(OracleSimulator database) throws SQLException {
    List<String> names = new ArrayList<>();
    try (Connection app = database.connectApp();
        Statement statement = app.createStatement();
        ResultSet rows = statement.executeQuery("SELECT TABLE_NAME FROM USER_TABLES")) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
    }
    return names;
  }

  static List<RedoBehaviour> askedSwitches() {
    return Arrays.stream(RedoBehaviour.values())
        .filter(behaviour -> !Catalogue.shipped().beyond().containsKey(behaviour.name()))
        .toList();
  }

  private static boolean topology(RedoBehaviour behaviour) {
    return behaviour == RedoBehaviour.SOURCE_CONTAINER_NEEDS_DICTIONARY
        || behaviour == RedoBehaviour.THREADS_LOG_BY_LOG;
  }

  static List<RedoBehaviour> switchesOfOneInstance() {
    return askedSwitches().stream().filter(behaviour -> !topology(behaviour)).toList();
  }

  private void grants(OracleSimulator database) throws SQLException {
    sys(database, "GRANT ALTER SYSTEM TO C##CDC");
  }

  private int runWith(OracleSimulator database, String more, String entry)
      throws SQLException, IOException {
    grants(database);
    Path config =
        Files.writeString(
            folder.resolve("topology.properties"),
            "user=app\npassword=app\nmining.url=%s\nmining.user=C##CDC\nmining.password=cdc\n%s"
                .formatted(database.url(), more));
    return new EvidenceRun(List.of(entry), messages::add)
        .run(config, folder.resolve("out"), () -> true);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aContainerDatabaseIsAskedForItsContainers(boolean other) throws SQLException, IOException {
    RedoBehaviour behaviour = RedoBehaviour.SOURCE_CONTAINER_NEEDS_DICTIONARY;
    try (OracleSimulator database =
        OracleSimulator.builder("evidence-cdb")
            .containerDatabase("SALES")
            .redoOptions(o -> o.behaviours(other ? Set.of(behaviour) : Set.of()))
            .start()) {
      int status = runWith(database, "url=" + database.url("SALES") + "\n", "source-container");
      assertThat(status).isEqualTo(other ? 1 : 0);
    }
    assertThat(messages)
        .contains(other ? behaviour + ": the other variant" : "1 of 1 answers are the simulator's");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aClusterIsAskedForItsThreads(boolean other) throws SQLException, IOException {
    RedoBehaviour behaviour = RedoBehaviour.THREADS_LOG_BY_LOG;
    try (OracleSimulator database =
        OracleSimulator.builder("evidence-rac")
            .threads(2)
            .redoOptions(o -> o.behaviours(other ? Set.of(behaviour) : Set.of()))
            .start()) {
      int status =
          runWith(
              database,
              ("url=%1$s\noptions=oracle.simulator.instance=1\n"
                      + "second.url=%1$s\nsecond.options=oracle.simulator.instance=2\n")
                  .formatted(database.url()),
              "threads-merged");
      assertThat(status).isEqualTo(other ? 1 : 0);
    }
    assertThat(messages)
        .contains(other ? behaviour + ": the other variant" : "1 of 1 answers are the simulator's");
  }

  @ParameterizedTest
  @MethodSource("switchesOfOneInstance")
  void theOtherVariantOfASwitchAnswersOtherwise(RedoBehaviour behaviour) throws SQLException {
    EvidenceEntry entry = entry(behaviour);
    List<String> usual = byDefault.answer(entry);
    try (SimulatedAnswers other = new SimulatedAnswers(Set.of(behaviour))) {
      assertThat(other.answer(entry)).isNotEqualTo(usual);
    }
    assertThat(usual).noneMatch(line -> line.startsWith("skipped"));
  }

  private static EvidenceEntry entry(RedoBehaviour behaviour) {
    return Catalogue.shipped().entries().stream()
        .filter(e -> e.switches().contains(behaviour.name()))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(names = {"LOB_PIECES_OF_1024", "ROW_MOVEMENT_INSERTS_FIRST", "MISSING_SCN_ROWS"})
  void aDatabaseWithTheOtherVariantIsFoundOut(RedoBehaviour behaviour)
      throws SQLException, IOException {
    EvidenceEntry entry = entry(behaviour);
    try (OracleSimulator database = database(behaviour)) {
      assertThat(run(database, "out", entry.id())).isOne();
    }
    assertThat(messages)
        .contains(behaviour + ": the other variant", entry.id() + ": differs from the simulator");
  }

  @Test
  void aDatabaseThatIsNeitherIsFoundOut() throws SQLException, IOException {
    RedoBehaviour asked = RedoBehaviour.ZERO_FRACTION_BARE_DOT;
    try (OracleSimulator database = database(RedoBehaviour.LARGE_NUMBERS_IN_FULL, asked)) {
      assertThat(run(database, "out", "zero-fraction", "large-numbers")).isOne();
    }
    assertThat(messages)
        .contains(
            asked + ": the other variant",
            RedoBehaviour.ZERO_FRACTION_OMITTED + ": neither variant",
            RedoBehaviour.LARGE_NUMBERS_IN_FULL + ": the other variant");
  }

  @Test
  void twoResultsAreCompared() throws SQLException, IOException {
    try (OracleSimulator database = database()) {
      run(database, "one", "undo-text", "insert-ssn");
    }
    try (OracleSimulator database = database(RedoBehaviour.UNDO_WITHOUT_TEXT)) {
      run(database, "two", "undo-text", "insert-ssn");
    }
    assertThat(EvidenceRun.compare(folder.resolve("one"), folder.resolve("one")))
        .isEqualTo(new EvidenceComparison(List.of(), List.of()));
    assertThat(EvidenceRun.compare(folder.resolve("one"), folder.resolve("two")).differences())
        .singleElement()
        .asString()
        .startsWith("undo-text: ");
    assertThatThrownBy(() -> EvidenceRun.compare(folder.resolve("one"), folder.resolve("none")))
        .isInstanceOf(EvidenceException.class);
  }

  @Test
  void resultsOfAnOlderCatalogueAreComparedWhereBothAskedTheSame() throws IOException {
    Path old = Files.createDirectories(folder.resolve("v1"));
    Path now = Files.createDirectories(folder.resolve("v2"));
    Files.writeString(old.resolve("report.md"), "# Evidence\n\nCatalogue version 1\n");
    Files.writeString(now.resolve("report.md"), "# Evidence\n\nCatalogue version 2\n");
    for (String id : List.of("insert-ssn", "undo-text", "equal-bounds", "dates")) {
      Files.writeString(old.resolve(id + ".answer"), "op=INSERT of " + id + "\n");
      Files.writeString(now.resolve(id + ".answer"), "op=UPDATE of " + id + "\n");
    }
    Files.writeString(now.resolve("dates.answer"), "op=INSERT of dates\n");
    Files.writeString(now.resolve("equal-bounds.answer"), "skipped: ORA-01031\n");
    Files.writeString(now.resolve("lob-pieces.answer"), "op=LOB_WRITE\n");

    EvidenceComparison comparison = EvidenceRun.compare(old, now);

    assertThat(comparison.differences())
        .containsExactly("undo-text: op=INSERT of undo-text  <>  op=UPDATE of undo-text");
    assertThat(comparison.notes())
        .containsExactly(
            "equal-bounds: skipped in " + now + ", not compared",
            "insert-ssn: asked otherwise since version 2, not compared",
            "lob-pieces: only in " + now);
  }

  @Test
  void aQuestionThatCannotBeAskedIsSkippedAndNeverPassed() throws SQLException, IOException {
    try (OracleSimulator database = OracleSimulator.start("evidence-poor")) {
      assertThat(run(database, "out", "overwritten-log", "extended-rows", "undo-text")).isZero();
    }
    assertThat(messages)
        .contains(
            "overwritten-log: skipped, needs ALTER SYSTEM for the login that reads",
            "extended-rows: skipped, needs MAX_STRING_SIZE = EXTENDED",
            "1 of 1 answers are the simulator's, 2 questions were skipped");
    assertThat(Files.readString(folder.resolve("out/report.md")))
        .contains("## extended-rows: skipped")
        .contains("| OVERWRITTEN_LOG_ENDS_SILENTLY | skipped |");
  }

  @Test
  void nothingIsTouchedWithoutConsentOrWhenTablesAreThere() throws SQLException, IOException {
    try (OracleSimulator database = database()) {
      Path config = config(database);
      EvidenceRun evidence = new EvidenceRun(List.of(), messages::add);
      assertThatThrownBy(() -> evidence.run(config, folder.resolve("out"), () -> false))
          .hasMessageContaining("not confirmed");
      assertThat(folder.resolve("out")).doesNotExist();
      sys(database, "CREATE TABLE app.cdc_ev_mine (id NUMBER)");
      assertThatThrownBy(() -> evidence.run(config, folder.resolve("out"), () -> true))
          .hasMessageContaining("CDC_EV_MINE");
      assertThat(tables(database)).containsExactly("CDC_EV_MINE");
    }
  }

  @Test
  void theCatalogueTouchesNothingElseAndBeginsWithWhatIsUnverified() {
    List<EvidenceEntry> entries = Catalogue.shipped().entries();
    assertThat(entries).extracting(EvidenceEntry::id).doesNotHaveDuplicates();
    assertThat(entries.stream().map(EvidenceEntry::isUnverified).toList())
        .isSortedAccordingTo((a, b) -> Boolean.compare(b, a));
    assertThat(entries.stream().flatMap(e -> e.switches().stream()).collect(Collectors.toSet()))
        .containsExactlyInAnyOrderElementsOf(askedSwitches().stream().map(Enum::name).toList());
    assertThat(RedoBehaviour.values())
        .extracting(Enum::name)
        .containsAll(Catalogue.shipped().beyond().keySet());
    assertThatThrownBy(() -> Catalogue.parse("version 1\nentry x\nsetup DROP TABLE ORDERS\n"))
        .hasMessageContaining("line 3");
    assertThatThrownBy(() -> Catalogue.parse("version 1\nentry x\nrun a: DELETE FROM ORDERS\n"))
        .hasMessageContaining("CDC_EV_");
    for (String sql :
        List.of(
            "BEGIN DELETE FROM ORDERS; END;",
            "BEGIN DBMS_SCHEDULER.RUN_JOB('X'); END;",
            "BEGIN EXECUTE IMMEDIATE 'DROP TABLE CDC_EV_T'; END;",
            "INSERT INTO CDC_EV_T SELECT * FROM ORDERS",
            "ALTER TABLE CDC_EV_T RENAME TO ORDERS")) {
      assertThatThrownBy(() -> Catalogue.parse("version 1\nentry x\nrun a: " + sql + "\n"))
          .as(sql)
          .hasMessageContaining("CDC_EV_");
    }
  }
}

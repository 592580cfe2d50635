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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The kit against simulators that stand for a database. */
class EvidenceRunTest {
  @TempDir private Path folder = Path.of("");
  private final List<String> messages = new ArrayList<>();

  private OracleSimulator database(RedoBehaviour... switches) throws SQLException {
    OracleSimulator database =
        OracleSimulator.builder("evidence-target")
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
    for (RedoBehaviour behaviour : RedoBehaviour.values()) {
      boolean asked = !Catalogue.shipped().beyond().containsKey(behaviour.name());
      assertThat(report)
          .contains(
              "| " + behaviour + " | " + (asked ? "the simulator's default |" : "not asked: "));
    }
    for (EvidenceEntry entry : Catalogue.shipped().entries()) {
      Scenario scenario = Scenario.read(folder.resolve("out/" + entry.id() + ".scenario"));
      assertThat(report).contains("## " + entry.id() + ": same");
      if (!report.contains(entry.id() + ": same (the script could not be run)")
          && !entry.mines("EQUAL_BOUNDS")
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

  @ParameterizedTest
  @MethodSource("askedSwitches")
  void aDatabaseWithTheOtherVariantIsFoundOut(RedoBehaviour behaviour)
      throws SQLException, IOException {
    EvidenceEntry entry =
        Catalogue.shipped().entries().stream()
            .filter(e -> e.switches().contains(behaviour.name()))
            .findFirst()
            .orElseThrow();
    try (OracleSimulator database = database(behaviour)) {
      assertThat(run(database, "out", entry.id())).isOne();
    }
    assertThat(messages)
        .contains(behaviour + ": the other variant", entry.id() + ": differs from the simulator");
  }

  @Test
  void twoResultsAreCompared() throws SQLException, IOException {
    try (OracleSimulator database = database()) {
      run(database, "one", "undo-text", "insert-ssn");
    }
    try (OracleSimulator database = database(RedoBehaviour.UNDO_WITHOUT_TEXT)) {
      run(database, "two", "undo-text", "insert-ssn");
    }
    assertThat(EvidenceRun.compare(folder.resolve("one"), folder.resolve("one"))).isEmpty();
    assertThat(EvidenceRun.compare(folder.resolve("one"), folder.resolve("two")))
        .singleElement()
        .asString()
        .startsWith("undo-text: ");
    assertThatThrownBy(() -> EvidenceRun.compare(folder.resolve("one"), folder.resolve("none")))
        .isInstanceOf(EvidenceException.class);
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
  }
}

package io.oraclecdc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class CommandsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder = Path.of("");
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    return Main.run(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        arguments);
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private List<JsonNode> lines() throws IOException {
    List<JsonNode> nodes = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).lines().toList()) {
      nodes.add(JSON.readTree(line));
    }
    return nodes;
  }

  private String messages() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void deadLettersAreListedAndCounted() throws IOException {
    file("dead-letters.jsonl", "{\"scn\":\"1\"}\n{\"scn\":\"2\"}\n");
    assertThat(run("dead-letters", "--state", folder.toString())).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo("{\"scn\":\"1\"}\n{\"scn\":\"2\"}\n");
    out.reset();
    assertThat(run("dead-letters", "--count", "--state", folder.toString())).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("2\n");
  }

  @Test
  void deadLettersOfADirectoryThatDoesNotExistAreNoEmptyList() {
    assertThat(run("dead-letters", "--state", folder.resolve("missing").toString())).isNotZero();
  }

  @Test
  void simulatePrintsTheRecordsOfAScript() throws IOException {
    int status =
        run(
            "simulate",
            file(
                "orders.sql",
                """
                create table orders (id number(9) primary key, status varchar2(20), amount number(10,2));
                insert into orders values (1, 'it''s new', 10.5);
                savepoint before;
                insert into orders values (2, 'never', 1);
                rollback to before;
                commit;
                -- session: bob
                update orders set status = 'PAID' where id = 1;
                -- session: main
                insert into orders values (3, 'main', 1);
                commit;
                -- session: bob
                commit;
                delete from orders where id = 3;
                rollback;
                insert into orders values (4, 'left open', 1);
                """));
    assertThat(status).isZero();
    assertThat(lines())
        .extracting(n -> n.at("/value/op").asText() + n.at("/key/ID").asInt())
        .containsExactly("c1", "c3", "u1");
    JsonNode first = lines().get(0);
    assertThat(first.get("destination").asText()).isEqualTo("cdc.APP.ORDERS");
    assertThat(first.at("/value/after/STATUS").asText()).isEqualTo("it's new");
    assertThat(first.at("/value/after/AMOUNT").decimalValue()).isEqualByComparingTo("10.5");
    assertThat(first.at("/headers/cdc.event_count").asInt()).isEqualTo(1);
    assertThat(messages()).contains("not committed: rolled back");
  }

  @Test
  void simulateGoesOnAfterAConstraintViolationButTellsOfIt() throws IOException {
    int status =
        run(
            "simulate",
            file(
                "dup.sql",
                """
                create table t (id number primary key);
                insert into t values (1);
                insert into t values (1);
                insert into t values (2);
                commit;
                """));
    assertThat(status).isZero();
    assertThat(lines()).hasSize(2);
    assertThat(messages()).contains("line 3").contains("ORA-00001");
  }

  @Test
  void simulateEndsWithOneWhenAStatementCannotBeRun() throws IOException {
    int status =
        run(
            "simulate",
            file("bad.sql", "create table t (id number primary key);\nfrobnicate everything;\n"));
    assertThat(status).isOne();
    assertThat(messages()).contains("line 2").contains("ORA-00900");
  }

  @Test
  void simulateReportsAStopAsItsLastLine() throws IOException {
    int status =
        run(
            "simulate",
            file(
                "keyless.sql",
                "create table t (id number);\ninsert into t values (1);\ncommit;\n"));
    assertThat(status).isOne();
    JsonNode last = lines().get(lines().size() - 1);
    assertThat(last.at("/error/code").asText()).isEqualTo("CDC-5003");
    assertThat(last.at("/error/message").asText()).contains("DOC-7");
  }

  @Test
  void simulateTakesSettings() throws IOException {
    int status =
        run(
            "simulate",
            file(
                "settings.sql",
                """
                -- set cdc.key.missing=none
                -- set cdc.topic.prefix=shop
                create table t (a number);
                insert into t values (1);
                delete from t;
                commit;
                """));
    assertThat(status).isZero();
    assertThat(lines())
        .extracting(n -> n.get("destination").asText())
        .containsOnly("shop.APP.T")
        .hasSize(2);
    assertThat(lines().get(0).get("key").isNull()).isTrue();
  }

  @Test
  void replayPlaysRowsAndChecksThem() throws IOException {
    String rows =
        """
        row scn=10 xid=A START user=BATCH
        row scn=11 xid=A INSERT rowid=R1 | insert into "APP"."T"("ID","NAME") values ('1','a')
        row scn=12 xid=A INSERT rowid=R2 | insert into "APP"."T"("ID","NAME") values ('2','b')
        row scn=13 xid=A DELETE rb=1 rowid=R2 | delete from "APP"."T" where ROWID = 'AAAR9zAAHAAAACrAAA'
        row scn=14 xid=A COMMIT
        """;
    assertThat(run("replay", file("rows.scenario", rows))).isZero();
    assertThat(lines()).hasSize(1);
    String line = out.toString(StandardCharsets.UTF_8).strip();

    out.reset();
    assertThat(run("replay", "--check", file("good.scenario", rows + "then " + line + "\n")))
        .isZero();
    out.reset();
    String wrong = line.replace("\"NAME\":\"a\"", "\"NAME\":\"z\"");
    assertThat(run("replay", file("bad.scenario", rows + "then " + wrong + "\n"), "--check"))
        .isOne();
    assertThat(messages()).contains("line 6").contains("value.after.NAME");
  }

  @Test
  void DDL_14_replayPrintsRecordsOfEveryKindThatIsSet() throws IOException {
    String text =
        """
        set cdc.transactions.topic.enabled=true
        set cdc.schema.changes.topic.enabled=true
        set cdc.truncate.emit=true
        table CREATE TABLE APP.T (ID NUMBER(9) PRIMARY KEY, NAME VARCHAR2(20))
        row scn=10 xid=A INSERT rowid=R1 | insert into "APP"."T"("ID","NAME") values ('1','a')
        row scn=11 xid=A COMMIT
        row scn=12 xid=B DDL | truncate table "APP"."T" drop storage;
        row scn=13 xid=B COMMIT
        """;
    assertThat(run("replay", file("kinds.scenario", text))).isZero();
    assertThat(lines())
        .extracting(line -> line.get("destination").asText())
        .containsExactly(
            "cdc.cdc.schema.changes",
            "cdc.cdc.transactions",
            "cdc.APP.T",
            "cdc.cdc.transactions",
            "cdc.cdc.transactions",
            "cdc.APP.T",
            "cdc.cdc.transactions");
    assertThat(lines().get(5).get("value").get("op").asText()).isEqualTo("t");
  }

  @Test
  void replayTellsOfRowsOfTablesThatTheFileDoesNotDeclare() throws IOException {
    String text =
        """
        row scn=1 xid=A INSERT rowid=R1 | insert into "APP"."T"("ID") values ('1')
        row scn=2 xid=A INSERT rowid=R2 | insert into "APP"."TT"("ID") values ('2')
        row scn=3 xid=A DELETE rowid=R2 | delete from "APP"."TT" where "ID" = '2'
        row scn=4 xid=A INSERT rowid=R3 | insert into "UNKNOWN"."OBJ# 77"("COL 1") values (HEXTORAW('c102'))
        row scn=5 xid=A COMMIT
        """;
    assertThat(run("replay", file("slip.scenario", text))).isZero();
    assertThat(lines()).hasSize(1);
    assertThat(messages())
        .contains("passed over: 2 rows of APP.TT, which the file does not declare as a table")
        .contains("passed over: 1 row of UNKNOWN.OBJ# 77");
  }

  @Test
  void replayNamesTheLineOfAMistake() throws IOException {
    assertThat(run("replay", file("x.scenario", "# fine\nrow scn=ten xid=A START\n"))).isEqualTo(2);
    assertThat(messages()).contains("line 2");
    assertThat(run("replay", folder.resolve("missing").toString())).isEqualTo(2);
    assertThat(messages()).contains("file not found");
  }

  @Test
  void replayNamesTheLineOfAWrongSetting() throws IOException {
    String text =
        """
        # settings
        set cdc.key.missing=sometimes
        set cdc.topics.prefix=shop
        row scn=1 xid=A START
        """;
    assertThat(run("replay", file("x.scenario", text))).isEqualTo(2);
    assertThat(messages())
        .contains("x.scenario: line 2: cdc.key.missing is 'sometimes'; allowed: ")
        .contains("x.scenario: line 3: cdc.topics.prefix is not a setting of this release");
    assertThat(run("replay", file("y.scenario", "row scn=1 xid=A START\nrow xid=A COMMIT\n")))
        .isEqualTo(2);
    assertThat(messages()).contains("y.scenario: line 2: a row needs its SCN, add scn=");
    assertThat(run("replay", file("z.scenario", "session NLS_DATE=DD\n"))).isEqualTo(2);
    assertThat(messages())
        .contains("z.scenario: line 1: a mining session has no setting 'NLS_DATE'");
  }

  @Test
  void replayReadsLocalTimesInTheZoneOfTheMiningSession() throws IOException {
    String text =
        """
        session TIME_ZONE=+02:00
        table CREATE TABLE APP.Z (ID NUMBER(9) PRIMARY KEY, AT TIMESTAMP(0) WITH LOCAL TIME ZONE)
        row scn=1 xid=A INSERT | insert into "APP"."Z"("ID","AT") values ('1',TO_TIMESTAMP_TZ('2026-05-01 14:00:00'))
        row scn=2 xid=A COMMIT
        """;
    assertThat(run("replay", file("zone.scenario", text))).isZero();
    assertThat(lines().get(0).at("/value/after/AT").asText()).isEqualTo("2026-05-01T12:00:00Z");
  }

  @Test
  void replayReportsAStop() throws IOException {
    assertThat(
            run(
                "replay",
                file(
                    "x.scenario",
                    "insert into \"APP\".\"T\"(\"ID\",\"WHAT\") values ('1','secret')\n")))
        .isOne();
    assertThat(lines().get(0).at("/error/code").asText()).isEqualTo("CDC-3001");
    assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("secret");
  }

  @Test
  void replayListsDeadLettersAndGoesOn() throws IOException {
    String text =
        """
        set cdc.on.decode.error=dlq
        row scn=10 xid=A INSERT | insert into "APP"."T"("ID","WHAT") values ('1','secret')
        row scn=11 xid=A INSERT | insert into "APP"."T"("ID","NAME") values ('2','b')
        row scn=12 xid=A COMMIT
        """;
    assertThat(run("replay", file("dlq.scenario", text))).isZero();
    assertThat(lines()).hasSize(1);
    assertThat(lines().get(0).at("/value/after/NAME").asText()).isEqualTo("b");
    assertThat(messages())
        .contains("dead letter: CDC-3001", "SCN 10", "(cdc.on.decode.error=dlq): 1")
        .doesNotContain("secret");
  }

  @Test
  void runListsEveryWrongSetting() throws IOException {
    assertThat(run("run", "--config", file("app.properties", "cdc.database.port=abc\ncdc.foo=1\n")))
        .isOne();
    assertThat(lines().get(0).at("/error/message").asText())
        .contains("cdc.database.port")
        .contains("cdc.foo")
        .contains("cdc.tables.include");
  }

  @Test
  void runReadsTablesAndEndsWhenThereIsNothingElseToDo() throws Exception {
    try (OracleSimulator database = OracleSimulator.start("cli-snapshot");
        Connection app = database.connectApp();
        Statement statement = app.createStatement()) {
      statement.execute("CREATE TABLE t (id NUMBER PRIMARY KEY)");
      statement.execute("ALTER TABLE t ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      statement.execute("INSERT INTO t SELECT LEVEL FROM DUAL CONNECT BY LEVEL <= 50");
      String config =
          """
          cdc.database.url=%s
          cdc.database.user=C##CDC
          cdc.database.password=cdc
          cdc.tables.include=APP\\.T
          cdc.topic.prefix=cdc
          cdc.snapshot.mode=snapshot_only
          """
              .formatted(database.url());
      assertThat(
              run(
                  "run",
                  "--progress",
                  "bar",
                  "--config",
                  file("app.properties", config),
                  "--state",
                  folder.resolve("state").toString()))
          .as("%s", err)
          .isZero();
    }
    assertThat(lines()).hasSize(50).allMatch(line -> line.at("/value/op").asText().equals("r"));
  }

  @Test
  void runStopsWithTheTypedErrorOfAnUnreachableDatabase() throws IOException {
    String config =
        """
        cdc.database.url=jdbc:oracle-simulator:nowhere
        cdc.database.user=C##CDC
        cdc.database.password=topsecret
        cdc.tables.include=APP\\\\.T
        cdc.topic.prefix=cdc
        cdc.snapshot.mode=none
        cdc.retry.max.time.ms=0
        """;
    assertThat(
            run(
                "run",
                "--config",
                file("app.properties", config),
                "--state",
                folder.resolve("state").toString()))
        .isOne();
    assertThat(lines().get(0).at("/error/code").asText()).isEqualTo("CDC-1001");
    assertThat(out.toString(StandardCharsets.UTF_8) + messages()).doesNotContain("topsecret");
  }

  @Test
  void evidencePrintsItsStatementsAndExplainsWrongUse() throws IOException {
    assertThat(run("evidence", "run", "--statements-only", "--only", "undo-text")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("CREATE TABLE CDC_EV_T", "ROLLBACK TO s;", "DROP TABLE CDC_EV_T PURGE;");
    assertThat(run("evidence", "run", "--out", folder.toString())).isEqualTo(2);
    assertThat(messages()).contains("--config");
    assertThat(run("evidence", "run", "--statements-only", "--only", "nothing")).isEqualTo(2);
    assertThat(messages()).contains("no entry 'nothing'");
    String config =
        file("e.properties", "url=jdbc:oracle-simulator:nowhere\nuser=a\npassword=topsecret\n");
    assertThat(run("evidence", "run", "--config", config, "--out", folder.toString(), "--yes"))
        .isOne();
    assertThat(messages()).contains("the database refused").doesNotContain("topsecret");
    assertThat(run("evidence", "compare", folder.toString(), folder.toString())).isEqualTo(2);
    assertThat(messages()).contains("holds no results");
  }

  @Test
  void wrongUseIsExplained() {
    assertThat(run("run")).isEqualTo(2);
    assertThat(messages()).contains("--config");
    assertThat(run("frobnicate")).isEqualTo(2);
    assertThat(run("--help")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("simulate").contains("replay");
  }

  @Test
  void simulatorServeRefusesWhatItDoesNotUnderstand() throws IOException {
    assertThat(run("simulator", "serve", "--set", "colour=red")).isEqualTo(2);
    assertThat(messages()).contains("unknown setting colour");
    assertThat(run("simulator", "serve", "--set", "relase=19")).isEqualTo(2);
    assertThat(messages()).contains("unknown setting relase; nearest: release");
    assertThat(run("simulator", "serve", "--set", "release=18")).isEqualTo(2);
    assertThat(messages()).contains("release must be 19, 21 or 23: 18");
    assertThat(run("simulator", "serve", "--set", "threads=two")).isEqualTo(2);
    assertThat(messages()).contains("threads must be a number: two");
    assertThat(
            run(
                "simulator",
                "serve",
                "--name",
                "scripted",
                "--script",
                file("wrong.sql", "frobnicate everything;\n")))
        .isOne();
    assertThat(messages()).contains("ORA-00900");
  }

  @Test
  void simulatorServeSaysThatItsPortIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());
      assertThat(run("simulator", "serve", "--name", "taken", "--port", port)).isOne();
      assertThat(messages())
          .contains("port " + port + " of 127.0.0.1 is taken")
          .doesNotContain("BindException");
    }
  }
}

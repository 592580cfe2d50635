package io.oraclecdc.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.format.ChangeRecord;
import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** BasicFile with storage in row disabled: the redo of a LOB names neither column nor key. */
@Timeout(120)
class LobsWithoutLocatorTest {
  private static final String BASICFILE =
      "CREATE TABLE d (id NUMBER(9) PRIMARY KEY, name VARCHAR2(50), c CLOB)"
          + " LOB (c) STORE AS BASICFILE (DISABLE STORAGE IN ROW)";
  private static final String ONE = "INSERT INTO d VALUES (1, 'a', 'one')";
  private static final String TWO = "INSERT INTO d VALUES (2, 'b', 'two')";
  private static final String WRITE =
      "DECLARE l CLOB; BEGIN SELECT c INTO l FROM d WHERE id = 1 FOR UPDATE;"
          + " dbms_lob.write(l, 1, 1, 'Q'); END;";

  private final List<String> records = new CopyOnWriteArrayList<>();

  private void play(String mode, String table, String[]... transactions) throws Exception {
    play(OracleSimulator.builder("lobs" + System.nanoTime()), mode, table, transactions);
  }

  private void play(
      OracleSimulator.Builder builder, String mode, String table, String[]... transactions)
      throws Exception {
    try (Shop shop = Shop.over(builder)) {
      shop.execute(table);
      shop.execute("ALTER TABLE d ADD SUPPLEMENTAL LOG DATA (ALL) COLUMNS");
      try (OracleCdcEngine engine =
          Shop.started(
              OracleCdcEngine.create(
                      shop.settings().tables("APP\\.D").set("cdc.lob.mode", mode).build())
                  .notifying(
                      (EventConsumer)
                          event -> event.records().forEach(r -> records.add(describe(r)))))) {
        for (String[] transaction : transactions) {
          shop.commit(transaction);
        }
        shop.awaitDelivered(engine);
      }
    }
  }

  private static String[] transaction(String... statements) {
    return statements;
  }

  private static String describe(ChangeRecord item) {
    if (!(item.value() instanceof Struct value)) {
      return "tombstone";
    }
    StringBuilder text = new StringBuilder(value.getString("op"));
    Struct row =
        value.getStruct("after") == null ? value.getStruct("before") : value.getStruct("after");
    for (Field field : row.schema().fields()) {
      Object one = row.get(field);
      text.append(' ').append("__cdc_unavailable_value".equals(one) ? "?" : one);
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"inline", "reselect"})
  void aStatementOnAnotherRowDoesNotGetTheValue(String mode) throws Exception {
    play(
        mode,
        BASICFILE,
        transaction(ONE, TWO),
        transaction(
            "UPDATE d SET c = 'new' WHERE id = 1", "UPDATE d SET name = 'zz' WHERE id = 2"));
    String untouched = mode.equals("inline") ? "?" : "two";
    assertThat(records)
        .containsExactly("c 1 a one", "c 2 b two", "u 1 a new", "u 2 zz " + untouched);
  }

  @Test
  void aCallOnAnotherRowDoesNotGiveItsPieceAway() throws Exception {
    play(
        "inline",
        BASICFILE,
        transaction(ONE, TWO),
        transaction(WRITE, "UPDATE d SET name = 'zz' WHERE id = 2"),
        transaction("UPDATE d SET name = 'x' WHERE id = 1", WRITE));
    assertThat(records)
        .containsExactly("c 1 a one", "c 2 b two", "u 1 a Qne", "u 2 zz ?", "u 1 x ?", "u 1 x Qne");
  }

  @Test
  void anInsertBehindTheUpdateOfALobDoesNotGetItsValue() throws Exception {
    play(
        "inline",
        BASICFILE,
        transaction(ONE),
        transaction(
            "UPDATE d SET c = 'changed' WHERE id = 1", "INSERT INTO d VALUES (2, 'b', NULL)"));
    assertThat(records).containsExactly("c 1 a one", "u 1 a changed", "c 2 b null");
  }

  @Test
  void aStatementThatOnlyChangesALobIsAnUpdateAlsoWithLobsSkipped() throws Exception {
    play(
        "skip",
        BASICFILE,
        transaction(ONE, TWO),
        transaction("UPDATE d SET c = 'new' WHERE id = 1", "UPDATE d SET name = 'zz' WHERE id = 2"),
        transaction("UPDATE d SET c = 'newer' WHERE id = 2"));
    assertThat(records).containsExactly("c 1 a", "c 2 b", "u 1 a", "u 2 zz", "u 2 zz");
  }

  @Test
  void aLaterChangeOfTheKeyOrADeleteInTheTransactionKeepsTheOrder() throws Exception {
    play(
        "inline",
        BASICFILE,
        transaction(ONE, TWO),
        transaction("UPDATE d SET c = 'new' WHERE id = 1", "UPDATE d SET id = 5 WHERE id = 1"),
        transaction("UPDATE d SET c = 'gone' WHERE id = 2", "DELETE FROM d WHERE id = 2"));
    assertThat(records)
        .containsExactly(
            "c 1 a one",
            "c 2 b two",
            "u 1 a new",
            "d 1 a ?",
            "tombstone",
            "c 5 a ?",
            "d 2 b ?",
            "tombstone");
  }

  @Test
  void severalLobsOfOneRowAreToldApartByTheirTypes() throws Exception {
    play(
        "inline",
        "CREATE TABLE d (id NUMBER(9) PRIMARY KEY, c CLOB, n NCLOB, m NCLOB)"
            + " LOB (c, n, m) STORE AS BASICFILE (DISABLE STORAGE IN ROW)",
        transaction(
            "INSERT INTO d VALUES (1, 'c1', 'n1', EMPTY_CLOB())",
            "INSERT INTO d VALUES (2, 'c2', NULL, EMPTY_CLOB())",
            "INSERT INTO d VALUES (3, 'c3', 'n3', 'm3')",
            "INSERT INTO d VALUES (4, NULL, NULL, NULL)"));
    assertThat(records)
        .containsExactly("c 1 c1 n1 ", "c 2 c2 null ", "c 3 c3 ? ?", "c 4 null null null");
  }

  @Test
  void withoutFlashbackARowThatMustBeReadStopsCaptureAndNamesTheGrant() {
    assertThatThrownBy(
            () ->
                play(
                    OracleSimulator.builder("lobs" + System.nanoTime())
                        .withoutPrivilege("FLASHBACK ANY TABLE"),
                    "inline",
                    BASICFILE,
                    transaction(ONE),
                    transaction("UPDATE d SET c = 'new' WHERE id = 1"),
                    transaction("UPDATE d SET name = 'n' WHERE id = 1")))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DECODE))
        .hasMessageContaining("APP.D")
        .hasMessageContaining("grant FLASHBACK on the table");
    assertThat(records).containsExactly("c 1 a one");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anUpdateOfALobThatWasTakenBackIsNoChange(boolean ends) throws Exception {
    play(
        OracleSimulator.builder("lobs" + System.nanoTime())
            .redoOptions(
                o ->
                    o.behaviours(
                        ends ? List.of() : List.of(RedoBehaviour.LOB_STATEMENTS_WITHOUT_END))),
        "inline",
        BASICFILE,
        transaction(ONE),
        transaction(
            "SAVEPOINT s",
            "UPDATE d SET c = 'undone' WHERE id = 1",
            "ROLLBACK TO s",
            "INSERT INTO d VALUES (2, 'b', NULL)"),
        transaction("SAVEPOINT s", WRITE, "ROLLBACK TO s", "UPDATE d SET name = 'n' WHERE id = 1"));
    assertThat(records).containsExactly("c 1 a one", "c 2 b null", "u 1 n ?");
  }

  @Test
  void anXmlValueSetToNullBehindTheInsertOfItsRowIsTakenBackWithIt() throws Exception {
    play(
        "inline",
        "CREATE TABLE d (id NUMBER(9) PRIMARY KEY, name VARCHAR2(50), c CLOB, b BLOB, x XMLTYPE)"
            + " LOB (c, b) STORE AS SECUREFILE",
        transaction(
            "SAVEPOINT s",
            "INSERT INTO d VALUES (1, 'i', EMPTY_CLOB(), HEXTORAW('c678'), NULL)",
            "UPDATE d SET x = NULL WHERE id = 1",
            "ROLLBACK TO s",
            "UPDATE d SET c = 'k44' WHERE id = 4"),
        transaction(
            "INSERT INTO d VALUES (2, 'i', 'c', NULL, NULL)",
            "SAVEPOINT s",
            "UPDATE d SET x = NULL WHERE id = 2",
            "ROLLBACK TO s"));
    assertThat(records).containsExactly("c 2 i c null null");
  }
}

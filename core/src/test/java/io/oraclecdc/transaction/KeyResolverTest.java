package io.oraclecdc.transaction;

import static io.oraclecdc.testing.TestRow.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.redo.RedoEvent;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.testing.Capture;
import io.oraclecdc.testing.TestDecoder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyResolverTest {
  @TempDir Path directory;

  @Test
  void oneStatementThatShiftsKeysRemovesOnlyTheFirst() throws Exception {
    assertThat(changes("u R1 1|a>2|a", "u R2 2|b>3|b", "u R3 3|c>4|c"))
        .containsExactly("u 1|a>2|a moved", "u 2|b>3|b moved, taken", "u 3|c>4|c moved, taken");
  }

  @Test
  void aSwapRemovesNothingThatIsTaken() throws Exception {
    assertThat(changes("u R1 1|a>2|a", "u R2 2|b>1|b"))
        .containsExactly("u 1|a>2|a moved", "u 2|b>1|b moved, taken");
  }

  @Test
  void aKeyInSetWithItsOldValueIsNoChangeOfTheKey() throws Exception {
    assertThat(changes("u R1 1|a>1|b", "u R1 1|b>1.0|c"))
        .containsExactly("u 1|a>1|b", "u 1|b>1.0|c");
  }

  @Test
  void aDeleteUnderATakenKeySaysSo() throws Exception {
    assertThat(changes("c R2 1|new", "d R1 1|old")).containsExactly("c 1|new", "d 1|old taken");
  }

  @Test
  void aKeyGivenUpAgainIsNotTaken() throws Exception {
    assertThat(changes("c R2 1|new", "d R2 1|new", "d R1 1|old"))
        .containsExactly("c 1|new", "d 1|new", "d 1|old");
    assertThat(changes("u R1 1|a>2|a", "u R1 2|a>3|a", "u R2 2|b>9|b"))
        .containsExactly("u 1|a>2|a moved", "u 2|a>3|a moved", "u 2|b>9|b moved");
  }

  @Test
  void deleteAndInsertOfTheSameKeyIsPlain() throws Exception {
    assertThat(changes("d R1 1|a", "c R2 1|b")).containsExactly("d 1|a", "c 1|b");
  }

  @Test
  void undoneChangesTakeNoKey() throws Exception {
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).insert("R2", "1|new"),
            at(10, 2).transaction(1).undo(OperationCode.DELETE, "R2"),
            at(10, 3).transaction(1).delete("R1", "1|old"),
            at(11, 4).transaction(1).commit());
    assertThat(Capture.changesOf(directory, rows)).containsExactly("d 1|old");
  }

  @Test
  void keysOfTwoTablesAreTwoKeys() throws Exception {
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).table("T").insert("R2", "1|new"),
            at(10, 2).transaction(1).table("U").delete("R1", "1|old"),
            at(11, 3).transaction(1).commit());
    assertThat(Capture.changesOf(directory, rows)).containsExactly("c 1|new", "d 1|old");
  }

  @Test
  void rowsOfAnIndexOrganisedTableAreToldApartByTheirValues() throws Exception {
    String rowId = "AAASMqAAAAAAAAAAAA";
    List<MinedRow> rows =
        List.of(
            at(10, 1).transaction(1).table("IOT").update(rowId, "1|a>2|a"),
            at(10, 2).transaction(1).table("IOT").update(rowId, "2|b>3|b"),
            at(10, 3).transaction(1).table("IOT").update(rowId, "3|b>4|b"),
            at(11, 4).transaction(1).commit());
    assertThat(Capture.changesOf(directory, rows))
        .containsExactly("u 1|a>2|a moved", "u 2|b>3|b moved, taken", "u 3|b>4|b moved");
  }

  @Test
  void aMissingKeyColumnIsARowThatCannotBeDecoded() {
    MinedRow row = at(10, 1).transaction(1).update("R1", "-|a>-|b");
    RedoEvent event = new TestDecoder().decode(row);
    try (SpillArea area = new SpillArea(directory, 1 << 20, 1 << 20);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      buffer.beginStep();
      assertThat(event).isNotNull();
      assertThatThrownBy(() -> accept(event, buffer))
          .isInstanceOf(DecodeException.class)
          .hasMessageContaining("Key column ID of APP.T")
          .hasMessageContaining("supplemental logging");
      buffer.discardStep();
    }
  }

  private static void accept(
      @org.jspecify.annotations.Nullable RedoEvent event, TransactionBuffer buffer) {
    if (event != null) {
      event.accept(buffer);
    }
  }

  /**
   * Random transactions on a table with deferred uniqueness: a consumer that keeps the latest value
   * per key ends up with the table, whatever the budget.
   */
  @Test
  void whoKeepsTheLatestPerKeyEndsUpWithTheTable() throws Exception {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      Map<String, String> table = new TreeMap<>();
      for (int i = 0; i < 6; i++) {
        table.put("R" + i, i + "|v" + i);
      }
      Map<String, String> consumer = new HashMap<>();
      table.values().forEach(row -> consumer.put(key(row), row));
      List<String> statements = randomStatements(random, table);
      for (String change : changes(statements.toArray(new String[0]))) {
        keepLatest(consumer, change);
      }
      Map<String, String> wanted = new HashMap<>();
      table.values().forEach(row -> wanted.put(key(row), row));
      assertThat(consumer).as("seed %s: %s", seed, statements).isEqualTo(wanted);
    }
  }

  private static String key(String row) {
    return row.substring(0, row.indexOf('|'));
  }

  private static void keepLatest(Map<String, String> consumer, String change) {
    String[] words = change.split(" ", 3);
    String effect = words.length < 3 ? "" : words[2];
    if (words[0].equals("c")) {
      consumer.put(key(words[1]), words[1]);
    } else if (words[0].equals("d")) {
      if (effect.isEmpty()) {
        consumer.remove(key(words[1]));
      }
    } else {
      int arrow = words[1].indexOf('>');
      if (effect.equals("moved")) {
        consumer.remove(key(words[1].substring(0, arrow)));
      }
      String after = words[1].substring(arrow + 1);
      consumer.put(key(after), after);
    }
  }

  // Each statement permutes the keys of all rows, as set id = ... does; rows come in random order.
  private static List<String> randomStatements(Random random, Map<String, String> table) {
    List<String> statements = new ArrayList<>();
    int nextRow = table.size();
    int nextKey = table.size();
    for (int i = 0; i < 5; i++) {
      List<String> rows = new ArrayList<>(table.keySet());
      java.util.Collections.shuffle(rows, random);
      int kind = random.nextInt(3);
      if (kind == 0 && !rows.isEmpty()) {
        String row = rows.get(0);
        statements.add("d " + row + " " + table.remove(row));
      } else if (kind == 1) {
        String row = "R" + nextRow++;
        String values = nextKey++ + "|n" + i;
        table.put(row, values);
        statements.add("c " + row + " " + values);
      } else {
        List<String> keys = new ArrayList<>();
        rows.forEach(row -> keys.add(key(String.valueOf(table.get(row)))));
        java.util.Collections.shuffle(keys, random);
        for (int j = 0; j < rows.size(); j++) {
          String old = String.valueOf(table.get(rows.get(j)));
          String values = keys.get(j) + old.substring(old.indexOf('|'));
          table.put(rows.get(j), values);
          statements.add("u " + rows.get(j) + " " + old + ">" + values);
        }
      }
    }
    return statements;
  }

  private List<String> changes(String... statements) throws InterruptedException {
    List<MinedRow> rows = new ArrayList<>();
    long block = 1;
    for (String statement : statements) {
      String[] words = statement.split(" ", -1);
      var row = at(10, block++).transaction(1);
      rows.add(
          switch (words[0]) {
            case "c" -> row.insert(words[1], words[2]);
            case "d" -> row.delete(words[1], words[2]);
            default -> row.update(words[1], words[2]);
          });
    }
    rows.add(at(11, block).transaction(1).commit());
    return Capture.changesOf(directory, rows);
  }
}

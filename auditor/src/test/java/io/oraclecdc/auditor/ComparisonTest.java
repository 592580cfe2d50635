package io.oraclecdc.auditor;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * The comparison sees what an engine could do wrong: records of a real run, in which both agree,
 * are spoiled one at a time, everywhere.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ComparisonTest {
  private static final int STATEMENTS = 130;
  private static final Set<String> LOBS = Set.of("BODY", "NOTES", "PICTURE");

  private List<AuditedRecord> theirs = List.of();
  private List<AuditedRecord> ours = List.of();

  @BeforeAll
  void letBothRead() throws Exception {
    Setup setup = Setup.UNBUFFERED_LOBS;
    try (OracleSimulator database = setup.start(setup.databaseName("comparison"))) {
      AuditWorkload.createTables(database, setup);
      try (BothSides sides = BothSides.start(database, setup)) {
        try (AuditWorkload work = new AuditWorkload(database, setup, 5L)) {
          work.run(STATEMENTS);
        }
        sides.finish();
        theirs = sides.theirs();
        ours = sides.ours();
      }
    }
    assertThat(Comparison.of(theirs, ours)).isEmpty();
    assertThat(ours.stream().map(AuditedRecord::table).distinct()).hasSize(9);
    assertThat(ours.stream().map(AuditedRecord::operation).distinct())
        .containsExactlyInAnyOrder("c", "u", "d", AuditedRecord.TOMBSTONE);
  }

  /** Copies of a list of records that are spoiled at one place; none where nothing can be. */
  @FunctionalInterface
  interface Mutation {
    List<List<AuditedRecord>> at(List<AuditedRecord> records, int place);
  }

  /** What is spoiled in ours is a fault of the engine, in theirs one of the simulator. */
  private void seesEverywhere(Mutation mutation) {
    int spoiled = 0;
    for (int place = 0; place < ours.size(); place++) {
      for (List<AuditedRecord> wrong : mutation.at(ours, place)) {
        spoiled++;
        assertThat(Comparison.of(theirs, wrong)).as("ours, %d", place).isNotEmpty();
      }
    }
    for (int place = 0; place < theirs.size(); place++) {
      for (List<AuditedRecord> wrong : mutation.at(theirs, place)) {
        spoiled++;
        assertThat(Comparison.of(wrong, ours)).as("theirs, %d", place).isNotEmpty();
      }
    }
    assertThat(spoiled).isGreaterThan(20);
  }

  private static List<AuditedRecord> replaced(
      List<AuditedRecord> records, int place, AuditedRecord... by) {
    List<AuditedRecord> wrong = new ArrayList<>(records.subList(0, place));
    wrong.addAll(List.of(by));
    wrong.addAll(records.subList(place + 1, records.size()));
    return wrong;
  }

  private static boolean hasLobs(AuditedRecord item) {
    return item.table().equals(Comparison.LOB_TABLE);
  }

  /** {@link Difference#LOB_ROWS_MERGED}: a record may make one with others of its row. */
  private static boolean isMerged(List<AuditedRecord> records, AuditedRecord item) {
    return hasLobs(item)
        && records.stream()
                .filter(r -> hasLobs(r) && !r.isTombstone())
                .filter(r -> Objects.equals(r.key(), item.key()))
                .filter(r -> Objects.equals(r.transaction(), item.transaction()))
                .count()
            > (item.isTombstone() ? 0 : 1);
  }

  @Test
  void aLostRecord() {
    seesEverywhere(
        (records, place) ->
            isMerged(records, records.get(place)) ? List.of() : List.of(replaced(records, place)));
  }

  @Test
  void aRepeatedRecord() {
    seesEverywhere(
        (records, place) -> {
          AuditedRecord item = records.get(place);
          return hasLobs(item) && item.operation().equals("u")
              ? List.of()
              : List.of(replaced(records, place, item, item));
        });
  }

  @Test
  void twoRecordsInTheWrongOrder() {
    seesEverywhere(
        (records, place) -> {
          if (place == 0) {
            return List.of();
          }
          AuditedRecord first = records.get(place - 1);
          AuditedRecord second = records.get(place);
          return hasLobs(first) || hasLobs(second) || first.equals(second)
              ? List.of()
              : List.of(replaced(replaced(records, place - 1, second), place, first));
        });
  }

  @Test
  void twoTransactionsInTheWrongOrder() {
    seesEverywhere(
        (records, place) -> {
          List<List<AuditedRecord>> transactions = byTransaction(records);
          if (place == 0 || place >= transactions.size()) {
            return List.of();
          }
          transactions.add(place - 1, transactions.remove(place));
          return List.of(transactions.stream().flatMap(List::stream).toList());
        });
  }

  @Test
  void twoTransactionsMixed() {
    seesEverywhere(
        (records, place) -> {
          List<List<AuditedRecord>> transactions = byTransaction(records);
          if (place == 0
              || place >= transactions.size()
              || transactions.get(place - 1).size() < 2) {
            return List.of();
          }
          List<AuditedRecord> earlier = transactions.get(place - 1);
          List<AuditedRecord> end = earlier.subList(earlier.size() - 1, earlier.size());
          transactions.get(place).addAll(1, end);
          end.clear();
          return List.of(transactions.stream().flatMap(List::stream).toList());
        });
  }

  private static List<List<AuditedRecord>> byTransaction(List<AuditedRecord> records) {
    Map<String, List<AuditedRecord>> transactions = new LinkedHashMap<>();
    String current = "";
    for (AuditedRecord item : records) {
      current = item.transaction() == null ? current : item.transaction();
      transactions.computeIfAbsent(current, t -> new ArrayList<>()).add(item);
    }
    return new ArrayList<>(transactions.values());
  }

  @Test
  void anotherOperationTransactionTableOrShape() {
    seesEverywhere(
        (records, place) -> {
          AuditedRecord item = records.get(place);
          if (item.isTombstone() || isMerged(records, item)) {
            return List.of();
          }
          String other = item.operation().equals("c") ? "u" : "c";
          return List.of(
              replaced(records, place, item.with(other, item.before(), item.after())),
              replaced(records, place, item.of("0123456789abcdef")),
              replaced(records, place, item.in("cdc.APP.OTHER", item.shape())),
              replaced(records, place, item.in(item.table(), item.shape() + " v2")));
        });
  }

  @Test
  void anyValueOfAnOldRow() {
    seesEverywhere(
        (records, place) -> {
          AuditedRecord item = records.get(place);
          return item.before() == null || isMerged(records, item)
              ? List.of()
              : spoiled(item.before(), Set.of()).stream()
                  .map(
                      wrong ->
                          replaced(
                              records, place, item.with(item.operation(), wrong, item.after())))
                  .toList();
        });
  }

  @Test
  void anyValueOfANewRow() {
    seesEverywhere(
        (records, place) -> {
          AuditedRecord item = records.get(place);
          if (item.after() == null || isMerged(records, item)) {
            return List.of();
          }
          // Difference.LOB_KEY_CHANGE
          boolean isMoved = hasLobs(item) && place > 1 && records.get(place - 1).isTombstone();
          return spoiled(item.after(), isMoved ? LOBS : Set.of()).stream()
              .map(
                  wrong ->
                      replaced(records, place, item.with(item.operation(), item.before(), wrong)))
              .toList();
        });
  }

  @Test
  void anyValueOfAKeyOrASourceBlock() {
    seesEverywhere(
        (records, place) -> {
          AuditedRecord item = records.get(place);
          if (isMerged(records, item)) {
            return List.of();
          }
          // Difference.SOURCE_BLOCK
          Set<String> unknown = hasLobs(item) ? Set.of("row_id") : Set.of();
          return Stream.concat(
                  spoiled(item.source(), unknown).stream().map(item::at),
                  spoiled(item.key() == null ? Map.of() : item.key(), Set.of()).stream()
                      .map(item::withKey))
              .map(wrong -> replaced(records, place, wrong))
              .toList();
        });
  }

  /** Maps with one value changed: lost, found, a little greater, of another type, cut. */
  private static List<Map<String, @Nullable Object>> spoiled(
      Map<String, @Nullable Object> values, Set<String> without) {
    List<Map<String, @Nullable Object>> all = new ArrayList<>();
    values.forEach(
        (name, value) -> {
          if (!without.contains(name)) {
            for (Object other : others(value)) {
              Map<String, @Nullable Object> wrong = new TreeMap<>(values);
              wrong.put(name, other == Nothing.VALUE ? null : other);
              all.add(wrong);
            }
          }
        });
    return all;
  }

  private enum Nothing {
    VALUE
  }

  private static List<Object> others(@Nullable Object value) {
    if (value == null) {
      return List.of("");
    } else if (value instanceof BigDecimal number) {
      return List.of(number.add(number.ulp()), number.setScale(number.scale() + 1));
    } else if (value instanceof Long number) {
      return List.of(number + 1, number / 1000 * 1000 + (number % 1000 == 0 ? 1 : 0));
    } else if (value instanceof Integer number) {
      return List.of(number + 1, (long) number);
    } else if (value instanceof Short number) {
      return List.of((short) (number + 1), (int) number);
    } else if (value instanceof Float number) {
      return List.of(Math.nextUp(number), (double) number);
    } else if (value instanceof Double number) {
      return List.of(Math.nextUp(number), Nothing.VALUE);
    } else if (value instanceof String text) {
      return List.of(text + " ", text.isEmpty() ? "x" : text.substring(1), Nothing.VALUE);
    }
    return List.of(Nothing.VALUE);
  }
}

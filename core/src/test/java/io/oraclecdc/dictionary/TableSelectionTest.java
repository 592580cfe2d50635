package io.oraclecdc.dictionary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.ConfigurationException;
import io.oraclecdc.model.TableId;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class TableSelectionTest {

  @Test
  void patternsMatchTheWholeNameInAnyCase() {
    TableSelection selection =
        TableSelection.including(List.of("app\\.orders", "APP\\.ITEM.*"))
            .excluding(List.of(".*_TMP"))
            .build();
    assertThat(selection.includes(TableId.of("APP", "ORDERS"))).isTrue();
    assertThat(selection.includes(TableId.of("APP", "ORDERS2"))).isFalse();
    assertThat(selection.includes(TableId.of("APP", "ITEMS"))).isTrue();
    assertThat(selection.includes(TableId.of("APP", "ITEMS_TMP"))).isFalse();
    assertThat(selection.includes(TableId.of("XAPP", "ORDERS"))).isFalse();
  }

  @Test
  void caseCountsWhenAsked() {
    TableSelection selection =
        TableSelection.including(List.of("APP\\.Orders")).caseSensitive().build();
    assertThat(selection.includes(TableId.of("APP", "Orders"))).isTrue();
    assertThat(selection.includes(TableId.of("APP", "ORDERS"))).isFalse();
  }

  @Test
  void tablesOfAContainerAreNamedWithIt() {
    TableSelection selection = TableSelection.including(List.of("PDB1\\.APP\\.T")).build();
    assertThat(selection.includes(new TableId("PDB1", "APP", "T"))).isTrue();
    assertThat(selection.includes(new TableId("PDB2", "APP", "T"))).isFalse();
  }

  @Test
  void keyColumnsAreGivenPerTable() {
    TableSelection selection =
        TableSelection.including(List.of(".*")).keyColumns("APP.T: A, B ;APP.U:C").build();
    assertThat(selection.keyColumns(TableId.of("APP", "T"))).contains(List.of("A", "B"));
    assertThat(selection.keyColumns(TableId.of("APP", "U"))).contains(List.of("C"));
    assertThat(selection.keyColumns(TableId.of("APP", "V"))).isEmpty();
  }

  @Test
  void whatMayNotBeShownIsToldByTheNameOfTheTable() {
    TableId table = TableId.of("APP", "T");
    assertThat(with(s -> s.excludingColumns(List.of("APP\\.T\\.C"))).settingThatWithholds(table))
        .contains("cdc.columns.exclude");
    assertThat(with(s -> s.excludingColumns(List.of(".*\\.C"))).settingThatWithholds(table))
        .contains("cdc.columns.exclude");
    assertThat(with(s -> s.excludingColumns(List.of("APP\\.U\\..*"))).settingThatWithholds(table))
        .isEmpty();
    assertThat(with(s -> s.maskingColumns(List.of("APP\\.T\\.C"))).settingThatWithholds(table))
        .contains("cdc.columns.mask.include");
    assertThat(with(s -> s.hashingColumns(List.of("APP\\..*"))).settingThatWithholds(table))
        .contains("cdc.columns.hash.include");
    assertThat(with(s -> s.includingColumns(List.of("APP\\.U\\..*"))).settingThatWithholds(table))
        .as("an include list leaves columns of every table out")
        .contains("cdc.columns.include");
    assertThat(with(s -> s).settingThatWithholds(table)).isEmpty();
  }

  private static TableSelection with(UnaryOperator<TableSelection.Builder> columns) {
    return columns.apply(TableSelection.including(List.of(".*"))).build();
  }

  @Test
  void everyBadPatternIsReportedAtOnce() {
    assertThatThrownBy(
            () ->
                TableSelection.including(List.of("APP\\.(T"))
                    .excludingColumns(List.of("["))
                    .keyColumns("APP.T")
                    .build())
        .isInstanceOfSatisfying(
            ConfigurationException.class,
            e ->
                assertThat(e.problems())
                    .hasSize(3)
                    .anyMatch(p -> p.startsWith("cdc.tables.include"))
                    .anyMatch(p -> p.startsWith("cdc.columns.exclude"))
                    .anyMatch(p -> p.startsWith("cdc.key.columns")));
  }
}

package io.oraclecdc.testkit.simulator.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import io.oraclecdc.testkit.simulator.OracleSimulator;
import io.oraclecdc.testkit.simulator.logmnr.VViewColumns;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Holds every view against {@code documented-views.txt}: view, columns in order, types. A line
 * there is what Oracle's Database Reference says of a view.
 */
class DocumentedViewsTest {

  @Test
  void everyViewHasTheDocumentedColumnsInOrder() throws Exception {
    Map<String, List<String>> documented = documented();
    try (OracleSimulator simulator = OracleSimulator.start("documented");
        Connection sys = simulator.connect("SYS", "oracle")) {
      Map<String, List<String>> shown = new LinkedHashMap<>();
      for (String view : documented.keySet()) {
        shown.put(view, columns(sys, view));
      }
      assertThat(shown).isEqualTo(documented);
    }
  }

  @Test
  void noViewIsLeftOut() throws IOException {
    Set<String> declared = new TreeSet<>(CatalogColumns.columnsByView().keySet());
    declared.addAll(VViewColumns.columnsByView().keySet());
    assertThat(new TreeSet<>(documented().keySet())).isEqualTo(declared);
  }

  @Test
  void everyDynamicViewHasAGlobalFormWithTheInstanceFirst() throws IOException {
    Map<String, List<String>> documented = documented();
    documented.forEach(
        (view, columns) -> {
          if (view.startsWith("V$")) {
            List<String> global = new ArrayList<>(List.of("INST_ID NUMBER"));
            global.addAll(columns);
            assertThat(documented.get("G" + view)).as(view).isEqualTo(global);
          }
        });
  }

  @Test
  void theFormsOfAViewDifferInOwnerAndContainerOnly() throws IOException {
    Map<String, List<String>> documented = documented();
    documented.forEach(
        (view, columns) -> {
          String container = "CDB" + view.substring(3);
          if (view.startsWith("DBA_") && documented.containsKey(container)) {
            List<String> all = new ArrayList<>(columns);
            if (!all.contains("CON_ID NUMBER")) {
              all.add("CON_ID NUMBER");
            }
            assertThat(documented.get(container)).as(view).isEqualTo(all);
          }
          String user = "USER" + view.substring(3);
          boolean hasOwner = columns.get(0).startsWith("OWNER ");
          if (view.startsWith("ALL_") && hasOwner && documented.containsKey(user)) {
            assertThat(columns).as(view).containsSubsequence(documented.get(user));
          }
        });
  }

  private static Map<String, List<String>> documented() throws IOException {
    Map<String, List<String>> views = new LinkedHashMap<>();
    try (InputStream in =
        Objects.requireNonNull(
            DocumentedViewsTest.class.getResourceAsStream("documented-views.txt"))) {
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
        if (!line.isBlank() && !line.startsWith("#")) {
          String[] halves = line.split(": ", 2);
          views.put(halves[0], List.of(halves[1].split(", ", -1)));
        }
      }
    }
    return views;
  }

  private static List<String> columns(Connection connection, String view) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT * FROM SYS.\"" + view + "\"")) {
      ResultSetMetaData data = statement.getMetaData();
      List<String> columns = new ArrayList<>();
      for (int i = 1; i <= data.getColumnCount(); i++) {
        String type = data.getColumnTypeName(i);
        boolean sized = type.equals("VARCHAR2") || type.equals("RAW");
        String text = sized ? type + "(" + data.getPrecision(i) + ")" : type;
        columns.add(data.getColumnLabel(i) + " " + text);
      }
      return columns;
    }
  }
}

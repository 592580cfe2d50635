package io.oraclecdc.testkit.scenario;

import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.schema.TableSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A scenario file that has been read. Immutable.
 *
 * <pre>
 * # comment
 * table CREATE TABLE APP.T (ID NUMBER(9) PRIMARY KEY, NAME VARCHAR2(50)) ;; supplemental=PK
 * session NLS_DATE_FORMAT=YYYY-MM-DD HH24:MI:SS
 * set cdc.tombstones.on.delete=false
 * row scn=10 xid=A INSERT rowid=R1 | insert into "APP"."T"("ID","NAME") values ('1','one')
 * row scn=11 xid=A COMMIT
 * insert into "APP"."T"("ID","NAME") values ('2','two')
 * restart
 * then {"destination":"..."}
 * </pre>
 *
 * <p>Behind {@code ;;} of a table stand, separated by blanks: {@code supplemental=ALL|PK|NONE},
 * {@code con=3} and {@code pdb=NAME} for a table of a container. A file that declares no table has
 * {@code APP.T(ID NUMBER(9) PRIMARY KEY, NAME VARCHAR2(50), NOTE VARCHAR2(4000))}.
 *
 * @param tables captured tables
 * @param session NLS settings of the mining session that the file names
 * @param properties {@code set} lines
 * @param propertyLines number of the line that sets a property
 * @param runs rows between restarts; at least one run
 * @param expected {@code then} lines
 */
public record Scenario(
    List<TableSchema> tables,
    Map<String, String> session,
    Map<String, String> properties,
    Map<String, Integer> propertyLines,
    List<List<MinedRow>> runs,
    List<Expected> expected) {

  /** Copies the collections. */
  public Scenario {
    tables = List.copyOf(tables);
    session = Map.copyOf(session);
    properties = Map.copyOf(properties);
    propertyLines = Map.copyOf(propertyLines);
    runs = runs.stream().map(List::copyOf).toList();
    expected = List.copyOf(expected);
  }

  /**
   * An expected line of output.
   *
   * @param line number of the line in the file
   * @param json the JSON text
   */
  public record Expected(int line, String json) {}

  /**
   * Reads a scenario that stands in a test. Rows may leave their {@code scn} out: it counts up.
   *
   * @throws ScenarioException if a line cannot be understood
   */
  public static Scenario parse(String text) {
    return new ScenarioParser(RowReader.Scns.COUNTED).parse(text);
  }

  /**
   * Reads the text of a scenario file. Each row names its {@code scn}, but for those that go on
   * with the statement of the row before.
   *
   * @throws ScenarioException if a line cannot be understood
   */
  public static Scenario parseFile(String text) {
    return new ScenarioParser(RowReader.Scns.NAMED).parse(text);
  }

  /**
   * Reads a scenario file in UTF-8.
   *
   * @throws ScenarioException if a line cannot be understood
   * @throws IOException if the file cannot be read
   */
  public static Scenario read(Path file) throws IOException {
    return parseFile(Files.readString(file, StandardCharsets.UTF_8));
  }

  /**
   * Rows of tables that the scenario does not declare, by {@code owner.table}. They are passed over
   * as the rows of tables that are not captured, which in a file is often a slip.
   */
  public SortedMap<String, Integer> undeclared() {
    Set<String> declared =
        tables.stream()
            .map(table -> table.id().owner() + "." + table.id().name())
            .collect(Collectors.toSet());
    SortedMap<String, Integer> found = new TreeMap<>();
    for (MinedRow row : rows()) {
      String name = row.segment().owner() + "." + row.segment().table();
      if (row.segment().table() != null && !declared.contains(name)) {
        found.merge(name, 1, Integer::sum);
      }
    }
    return found;
  }

  /** All rows of all runs. */
  public List<MinedRow> rows() {
    return runs.stream().flatMap(List::stream).toList();
  }
}

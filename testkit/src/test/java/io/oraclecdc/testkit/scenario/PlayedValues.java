package io.oraclecdc.testkit.scenario;

import io.oraclecdc.change.Change;
import io.oraclecdc.lob.AssemblySettings;
import io.oraclecdc.lob.MissingValues;
import io.oraclecdc.model.RowId;
import io.oraclecdc.redo.RedoSettings;
import io.oraclecdc.redo.RowDecoder;
import io.oraclecdc.redo.SqlRedoDecoder;
import io.oraclecdc.schema.SchemaCatalog;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.value.RowImage;
import io.oraclecdc.value.SpecialValue;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Scenarios about values in rows of their own, to lines that tell every column: {@code c ID=1
 * C=text B=null}; {@code ?} for an unavailable value, {@code ''} for an empty text.
 */
final class PlayedValues implements ScenarioStages {
  static final String TABLE =
      """
      table CREATE TABLE APP.D (ID NUMBER(9) PRIMARY KEY, NAME VARCHAR2(50), C CLOB, B BLOB)
      set cdc.lob.mode=inline
      """;

  private final AssemblySettings assembly;
  private final MissingValues missing;
  private final boolean whole;

  PlayedValues(AssemblySettings assembly, MissingValues missing) {
    this(assembly, missing, false);
  }

  private PlayedValues(AssemblySettings assembly, MissingValues missing, boolean whole) {
    this.assembly = assembly;
    this.missing = missing;
    this.whole = whole;
  }

  /** With old rows, ROWIDs and long values as they are: {@code u AAA.. ID=1 C=new was ID=1 C=?}. */
  static List<String> wholeLines(String scenario) throws InterruptedException {
    return linesOf(
        scenario, new PlayedValues(AssemblySettings.defaults(), MissingValues.UNAVAILABLE, true));
  }

  /** Output for table D; the same whatever the steps. */
  static List<String> lines(String rows) throws InterruptedException {
    return linesOf(TABLE + rows);
  }

  static List<String> linesOf(String scenario) throws InterruptedException {
    return linesOf(
        scenario, new PlayedValues(AssemblySettings.defaults(), MissingValues.UNAVAILABLE));
  }

  static List<String> linesOf(String scenario, PlayedValues stages) throws InterruptedException {
    Scenario parsed = Scenario.parse(scenario);
    List<String> whole = new ScenarioRunner(stages).run(parsed).lines();
    int[] everyRow = new int[600];
    for (int i = 0; i < everyRow.length; i++) {
      everyRow[i] = i;
    }
    List<String> cut =
        new ScenarioRunner(stages, source -> source.cutAfter(everyRow)).run(parsed).lines();
    if (!whole.equals(cut)) {
      throw new AssertionError("the result depends on where steps end: " + whole + " and " + cut);
    }
    return whole;
  }

  @Override
  public RowDecoder decoder(Scenario scenario, SchemaCatalog catalog) {
    return new SqlRedoDecoder(catalog, RedoSettings.defaults());
  }

  @Override
  public AssemblySettings assembly(Scenario scenario) {
    return assembly;
  }

  @Override
  public MissingValues missingValues(Scenario scenario) {
    return missing;
  }

  @Override
  public List<String> lines(Change change) {
    return List.of(change.accept(new Lines(whole)));
  }

  private static final class Lines implements Change.Handler<String> {
    private final boolean whole;

    Lines(boolean whole) {
      this.whole = whole;
    }

    private String place(Change.RowChange change) {
      RowId rowId = change.origin().rowId();
      return whole ? " " + (rowId == null ? "nowhere" : rowId.text()) : "";
    }

    @Override
    public String rowRead(Change.RowRead change) {
      return "r " + row(change.table(), change.row());
    }

    @Override
    public String rowInserted(Change.RowInserted change) {
      return "c"
          + place(change)
          + row(change.table(), change.after())
          + failed(change.origin().reselectFailed());
    }

    @Override
    public String rowUpdated(Change.RowUpdated change) {
      String moved = change.keyEffect() == Change.KeyEffect.UNCHANGED ? "" : " moved";
      return "u"
          + place(change)
          + row(change.table(), change.after())
          + (whole ? " was" + row(change.table(), change.before()) : "")
          + moved
          + failed(change.origin().reselectFailed());
    }

    @Override
    public String rowDeleted(Change.RowDeleted change) {
      return "d" + place(change) + row(change.table(), change.before());
    }

    @Override
    public String tableTruncated(Change.TableTruncated change) {
      return "t " + change.table().id().name();
    }

    @Override
    public String transactionBegan(Change.TransactionBegan change) {
      return "BEGIN";
    }

    @Override
    public String transactionEnded(Change.TransactionEnded change) {
      return "END " + change.eventCount();
    }

    @Override
    public String schemaChanged(Change.SchemaChanged change) {
      return "layout " + change.layout();
    }

    @Override
    public String heartbeat(Change.Heartbeat change) {
      return "heartbeat";
    }

    private static String failed(boolean reselect) {
      return reselect ? " failed" : "";
    }

    private String row(TableSchema table, RowImage image) {
      List<String> words = new ArrayList<>();
      for (int i = 0; i < image.size(); i++) {
        if (image.isLogged(i)) {
          words.add(" " + table.columns().get(i).name() + "=" + text(image.get(i)));
        }
      }
      return String.join("", words);
    }

    private String text(Object value) {
      if (value == SpecialValue.UNAVAILABLE) {
        return "?";
      }
      if (value == SpecialValue.SQL_NULL) {
        return "null";
      }
      if (value instanceof byte[] bytes) {
        return "x" + HexFormat.of().formatHex(bytes);
      }
      String text = value.toString();
      if (text.isEmpty()) {
        return "''";
      }
      return text.length() > 100 && !whole ? text.length() + "*" + text.charAt(0) : text;
    }
  }
}

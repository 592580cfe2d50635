package io.oraclecdc.redo;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.oraclecdc.commit.CommitSequencer;
import io.oraclecdc.config.UnescapedQuotes;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.RedoSource;
import io.oraclecdc.mining.StepEnd;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.pipeline.ChangePipeline;
import io.oraclecdc.pipeline.FileDeadLetters;
import io.oraclecdc.position.Position;
import io.oraclecdc.schema.Column.Use;
import io.oraclecdc.schema.FixedSchemaCatalog;
import io.oraclecdc.schema.OracleType.Kind;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.spill.SpillArea;
import io.oraclecdc.transaction.TransactionBuffer;
import io.oraclecdc.value.CodecContext;
import io.oraclecdc.value.Disguises;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A value of an excluded, masked or hashed column is gone once its row was buffered, while its step
 * is still read and its transaction is open as well as later: it is neither in the heap, as text or
 * as its hex digits, nor in a spill file, nor in a file of dead letters. Another value, which is
 * captured, is found in the same places, so the search works.
 */
class ExcludedColumnCanaryTest {
  private static final TableSchema TABLE =
      RedoFixtures.table("APP", "P")
          .column("ID", Kind.NUMBER)
          .column("NAME", Kind.VARCHAR2)
          .column("AT", Kind.DATE)
          .column("PIN", Kind.VARCHAR2, 50, Use.EXCLUDED)
          .column("PHOTO", Kind.CLOB, 50, Use.EXCLUDED)
          .column("DOC", Kind.XMLTYPE, 50, Use.EXCLUDED)
          .column("LONG_PIN", Kind.VARCHAR2, 32767, Use.EXCLUDED)
          .column("MAIL", Kind.VARCHAR2, 50, Use.HASHED)
          .column("IBAN", Kind.VARCHAR2, 50, Use.MASKED)
          .column("CHIP", Kind.RAW, 50, Use.HASHED)
          .build();
  private static final TableSchema OTHER =
      RedoFixtures.table("APP", "Q").column("ID", Kind.NUMBER).build();
  private static final int ROWS = 2_000;

  @TempDir private Path directory;

  @Test
  void aValueNobodyMaySeeIsNowhereOnceItsRowWasBuffered() throws Exception {
    Path state = Files.createDirectory(directory.resolve("state"));
    Path dump = directory.resolve("heap.hprof");
    Path inside = directory.resolve("inside.hprof");
    try (SpillArea area = new SpillArea(state.resolve("spill"), 4 << 10, 1L << 24);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      FixedSchemaCatalog catalog = new FixedSchemaCatalog(List.of(TABLE, OTHER));
      Position start = Position.startingAt(new Incarnation(1, new Scn(1)), Scn.ZERO, Scn.ZERO);
      ChangePipeline pipeline =
          new ChangePipeline(
              new Rows(() -> dumpHeap(inside)),
              new SqlRedoDecoder(catalog, settings()),
              catalog,
              buffer,
              new CommitSequencer(start, ZoneOffset.UTC, "test"),
              change -> {},
              start,
              new FileDeadLetters(
                  state.resolve(FileDeadLetters.FILE_NAME),
                  "shop",
                  table -> Optional.of("cdc.columns.exclude")));
      pipeline.step();
      assertThat(buffer.openTransactions()).isEqualTo(1);
      dumpHeap(dump);
      assertThat(pipeline.rows()).isGreaterThan(ROWS);
      assertThat(area.spilledBytes()).isPositive();
      assertFilesHold(state.resolve("spill"), true);
      assertFilesHold(state, true);
    }
    assertHeapHoldsNoSecret(inside);
    assertHeapHoldsNoSecret(dump);
  }

  private static RedoSettings settings() {
    CodecContext standard = CodecContext.standard();
    return new RedoSettings(
        new CodecContext(
            standard.databaseCharset(),
            standard.nationalCharset(),
            standard.sessionZone(),
            Disguises.NONE.masking(5).hashing("SHA-256", "salt")),
        UnescapedQuotes.LENIENT,
        RedoSettings.DEFAULT_MAX_STATEMENT_CHARACTERS,
        true);
  }

  private static void dumpHeap(Path file) {
    try {
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpHeap(file.toString(), true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assertFilesHold(Path directory, boolean openValue) throws IOException {
    boolean found = false;
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(contains(file, secret())).as(file.toString()).isFalse();
        assertThat(contains(file, hex(secret()))).as("hex in " + file).isFalse();
        found |= contains(file, open());
      }
    }
    assertThat(found).as("the open value in a file").isEqualTo(openValue);
  }

  private static void assertHeapHoldsNoSecret(Path dump) throws IOException {
    assertThat(contains(dump, secret())).as("the secret in the heap").isFalse();
    assertThat(contains(dump, hex(secret()))).as("its digits in the heap").isFalse();
    assertThat(contains(dump, open())).as("the open value in the heap").isTrue();
  }

  private static byte[] hex(byte[] word) {
    return HexFormat.of().formatHex(word).getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] secret() {
    return word("secret").getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] open() {
    return word("open").getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Made anew each time, so that the test itself does not keep it. */
  private static String word(String kind) {
    return new StringBuilder("y").append("ranac-").append(kind).reverse().append("-91").toString();
  }

  private static boolean contains(Path file, byte[] word) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      int matched = 0;
      for (int next = in.read(); next >= 0; next = in.read()) {
        if ((byte) next == word[matched]) {
          if (++matched == word.length) {
            return true;
          }
        } else {
          matched = (byte) next == word[0] ? 1 : 0;
        }
      }
      return false;
    }
  }

  /** Rows of an open transaction, made while they are read. */
  private static final class Rows implements RedoSource, MiningStep {
    private final Runnable insideOfStep;
    private int made;
    private @Nullable MinedRow pending;

    Rows(Runnable insideOfStep) {
      this.insideOfStep = insideOfStep;
    }

    @Override
    public MiningStep open(MiningStart start) {
      return this;
    }

    @Override
    public @Nullable MinedRow next() {
      MinedRow second = pending;
      if (second != null) {
        pending = null;
        return second;
      }
      int number = made++;
      if (number == ROWS) {
        // The row before this one names no value, and is the only one anybody may still hold.
        insideOfStep.run();
      }
      if (number > ROWS) {
        return null;
      }
      if (number >= ROWS - 1) {
        return RedoFixtures.row(OTHER, OperationCode.INSERT)
            .address(new RedoAddress(1, number + 1, 16))
            .sql("insert into \"APP\".\"Q\"(\"ID\") values ('1')")
            .build();
      }
      return secretRow(number);
    }

    private MinedRow secretRow(int number) {
      String columns = " values ('" + number + "','" + word("open") + "',";
      String digits = HexFormat.of().formatHex(secret());
      return switch (number % 17) {
        case 0 -> insert(number, columns + "NULL,'" + word("secret") + "')");
        case 1 -> insert(number, columns + "'no date','" + word("secret") + "')");
        case 2 ->
            row(number, OperationCode.UPDATE)
                .sql(
                    "update \"APP\".\"P\" set \"PIN\" = '"
                        + word("secret")
                        + "' where \"ID\" = '1' and \"PIN\" = '"
                        + word("secret")
                        + "'")
                .build();
        case 3 ->
            row(number, OperationCode.SELECT_LOB_LOCATOR)
                .sql(
                    "select \"PHOTO\" into loc_c from \"APP\".\"P\" where \"ID\" = '1' and"
                        + " \"PIN\" = '"
                        + word("secret")
                        + "' for update;")
                .build();
        case 4 ->
            row(number, OperationCode.LOB_WRITE)
                .sql(
                    " buf_c := '"
                        + word("secret")
                        + "'; \n  dbms_lob.write(loc_c, "
                        + word("secret").length()
                        + ", 1, buf_c);")
                .build();
        case 5 ->
            insert(
                number,
                columns
                    + "TO_DATE('2026-13-99 00:00:00', 'YYYY-MM-DD HH24:MI:SS'),'"
                    + word("secret")
                    + "')");
        case 6 -> {
          String text =
              "insert into \"APP\".\"P\"(\"ID\",\"NAME\",\"AT\",\"PIN\")"
                  + columns
                  + "NULL,'"
                  + word("secret");
          pending = row(number, OperationCode.INSERT).sql(word("secret") + "')").build();
          yield row(number, OperationCode.INSERT).sql(text).continued().build();
        }
        case 7 -> insert(number, columns + "NULL,HEXTORAW('" + digits + "'))");
        case 8 -> insert(number, columns + "NULL,'it's " + word("secret") + "')");
        case 9 -> {
          pending =
              row(number, OperationCode.XML_DOC_WRITE)
                  .sql("XML_REDO := HEXTORAW('" + digits + "'):" + digits.length() / 2)
                  .build();
          yield row(number, OperationCode.XML_DOC_BEGIN)
              .sql(
                  "XML DOC BEGIN:  select \"DOC\" from \"APP\".\"P\" where \"ID\" = '1' and"
                      + " \"PIN\" = '"
                      + word("secret")
                      + "'")
              .build();
        }
        case 10 -> row(number, OperationCode.XML_DOC_END).build();
        case 11 -> {
          pending =
              row(number, OperationCode.EXTENDED_STRING_WRITE)
                  .sql(
                      "  buf_c := '"
                          + word("secret")
                          + "';\n DBMS_LOB.WriteAppend(TempLob, "
                          + word("secret").length()
                          + ", buf_c);")
                  .build();
          yield row(number, OperationCode.EXTENDED_STRING_BEGIN)
              .sql(
                  "update \"APP\".\"P\" set \"LONG_PIN\" = :DATA where \"ID\" = '1' and"
                      + " \"PIN\" = '"
                      + word("secret")
                      + "'")
              .build();
        }
        case 12 -> row(number, OperationCode.EXTENDED_STRING_END).build();
        case 13 -> disguised(number, "'" + word("secret") + "','" + word("secret") + "',NULL)");
        case 14 -> disguised(number, "NULL,NULL,HEXTORAW('" + digits + "'))");
        case 15 -> disguised(number, "TO_DATE('" + word("secret") + "'),NULL,NULL)");
        default ->
            row(number, OperationCode.UPDATE)
                .sql(
                    "update \"APP\".\"P\" set \"IBAN\" = '"
                        + word("secret")
                        + "' where \"ID\" = '1' and \"NAME\" = '"
                        + word("open")
                        + "' and \"MAIL\" = '"
                        + word("secret")
                        + "' and \"CHIP\" = HEXTORAW('"
                        + digits
                        + "')")
                .build();
      };
    }

    private static MinedRow disguised(int number, String values) {
      return row(number, OperationCode.INSERT)
          .sql(
              "insert into \"APP\".\"P\"(\"ID\",\"NAME\",\"MAIL\",\"IBAN\",\"CHIP\")"
                  + " values ('"
                  + number
                  + "','"
                  + word("open")
                  + "',"
                  + values)
          .build();
    }

    private static MinedRow insert(int number, String values) {
      return row(number, OperationCode.INSERT)
          .sql("insert into \"APP\".\"P\"(\"ID\",\"NAME\",\"AT\",\"PIN\")" + values)
          .build();
    }

    private static RedoFixtures.RowBuilder row(int number, OperationCode operation) {
      return RedoFixtures.row(TABLE, operation).address(new RedoAddress(1, number + 1, 16));
    }

    @Override
    public StepEnd finish() {
      Scn end = new Scn(1_000_000_000);
      return new StepEnd(Map.of(), Map.of(new RedoThread(1), end), end, true);
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }
}

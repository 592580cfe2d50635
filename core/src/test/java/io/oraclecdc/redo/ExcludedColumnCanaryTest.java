package io.oraclecdc.redo;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.oraclecdc.commit.CommitSequencer;
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
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A value of an excluded column is gone once its row was buffered: it is neither in the heap nor in
 * any file. Another value, which is captured, is found in the same way, so the search works.
 */
class ExcludedColumnCanaryTest {
  private static final TableSchema TABLE =
      RedoFixtures.table("APP", "P")
          .column("ID", Kind.NUMBER)
          .column("NAME", Kind.VARCHAR2)
          .column("AT", Kind.DATE)
          .column("PIN", Kind.VARCHAR2, 50, Use.EXCLUDED)
          .column("PHOTO", Kind.CLOB, 50, Use.EXCLUDED)
          .build();

  @TempDir private Path directory;

  @Test
  void aValueOfAnExcludedColumnIsNowhereOnceItsRowWasBuffered() throws Exception {
    Path state = Files.createDirectory(directory.resolve("state"));
    Path dump = directory.resolve("heap.hprof");
    try (SpillArea area = new SpillArea(state.resolve("spill"), 4 << 10, 1L << 20);
        TransactionBuffer buffer = new TransactionBuffer(area, List.of())) {
      FixedSchemaCatalog catalog = new FixedSchemaCatalog(List.of(TABLE));
      Position start = Position.startingAt(new Incarnation(1, new Scn(1)), Scn.ZERO, Scn.ZERO);
      ChangePipeline pipeline =
          new ChangePipeline(
              new Rows(),
              new SqlRedoDecoder(catalog, RedoSettings.defaults()),
              catalog,
              buffer,
              new CommitSequencer(start, ZoneOffset.UTC, "test"),
              change -> {},
              start,
              new FileDeadLetters(state.resolve(FileDeadLetters.FILE_NAME), "shop", table -> true));
      pipeline.step();
      assertThat(buffer.openTransactions()).isEqualTo(1);
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpHeap(dump.toString(), true);
      assertThat(pipeline.rows()).isGreaterThan(100);
    }
    try (Stream<Path> files = Files.walk(state)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(contains(file, secret())).as(file.toString()).isFalse();
      }
    }
    assertThat(contains(dump, secret())).as("the secret in the heap").isFalse();
    assertThat(contains(dump, open())).as("the open value in the heap").isTrue();
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
    private int made;

    @Override
    public MiningStep open(MiningStart start) {
      return this;
    }

    @Override
    public @Nullable MinedRow next() {
      int number = made++;
      if (number >= 120) {
        return null;
      }
      String columns = " values ('" + number + "','" + word("open") + "',";
      return switch (number % 5) {
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
        default ->
            row(number, OperationCode.LOB_WRITE)
                .sql(
                    " buf_c := '"
                        + word("secret")
                        + "'; \n  dbms_lob.write(loc_c, "
                        + word("secret").length()
                        + ", 1, buf_c);")
                .build();
      };
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

package io.oraclecdc.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.DecodeException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import io.oraclecdc.testing.TestRow;
import io.oraclecdc.transaction.GivenUp;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileDeadLettersTest {
  @TempDir private Path directory;

  private static MinedRow row(long block, String sql) {
    return TestRow.at(5, block).transaction(1).insert("AAAR3sAAEAAAACXAAB", sql);
  }

  @Test
  void aRowBecomesALineWithEverythingThatIsNeededToLookAtIt() throws Exception {
    Path file = directory.resolve(FileDeadLetters.FILE_NAME);
    FileDeadLetters letters = new FileDeadLetters(file, "shop", table -> Optional.empty());

    letters.accept(row(7, "insert \"x\"\n\t\\"), new DecodeException("cannot be read", null));

    assertThat(letters.count()).isEqualTo(1);
    assertThat(FileDeadLetters.list(file))
        .containsExactly(
            "{\"server\":\"shop\",\"txId\":\"10.1.7\",\"kind\":\"decode-error\",\"table\":\"APP.T\","
                + "\"scn\":\"5\",\"rs_id\":\"0x000001.00000007.0010\",\"ssn\":0,"
                + "\"operation\":\"INSERT\",\"status\":0,\"info\":null,"
                + "\"sql_redo\":\"insert \\\"x\\\"\\n\\t\\\\\",\"sql_undo\":null,"
                + "\"exception\":\"io.oraclecdc.errors.DecodeException\","
                + "\"message\":\"cannot be read\"}");
  }

  @Test
  void aTransactionThatIsDiscardedIsALineToo() throws Exception {
    Path file = directory.resolve(FileDeadLetters.FILE_NAME);
    FileDeadLetters letters = new FileDeadLetters(file, "shop", table -> Optional.empty());
    DeadLetters refusing = letters.refusingRows();

    refusing.transactionDiscarded(
        new GivenUp(
            new TransactionKey(3, new Xid(10, 1, 7)),
            "APP",
            new Scn(10),
            new Scn(99),
            12,
            Duration.ofSeconds(61),
            GivenUp.Reason.TOO_OLD));

    assertThat(FileDeadLetters.list(file))
        .containsExactly(
            "{\"server\":\"shop\",\"txId\":\"10.1.7\",\"kind\":\"transaction-discarded\","
                + "\"con_id\":3,\"user\":\"APP\",\"first_scn\":10,\"last_scn\":99,\"events\":12,"
                + "\"age_ms\":61000,\"reason\":\"too-old\"}");
    assertThat(refusing.refusesEverything()).isTrue();
    DecodeException error = new DecodeException("cannot be read", null);
    assertThatThrownBy(() -> refusing.accept(row(7, "x"), error)).isSameAs(error);
    assertThat(FileDeadLetters.list(file)).hasSize(1);
  }

  @Test
  void aRowOfAStepThatIsMinedAgainIsKeptOnce() throws Exception {
    Path file = directory.resolve("letters");
    FileDeadLetters letters = new FileDeadLetters(file, "shop", table -> Optional.empty());
    for (int i = 0; i < 3; i++) {
      letters.accept(row(7, "x"), new DecodeException("cannot be read", null));
      letters.accept(row(8, "x"), new DecodeException("cannot be read", null));
    }
    assertThat(FileDeadLetters.list(file)).hasSize(2);
  }

  @Test
  void statementsOfTablesWithExcludedColumnsAreWithheld() throws Exception {
    Path file = directory.resolve("letters");
    FileDeadLetters letters =
        new FileDeadLetters(file, "shop", table -> Optional.of("cdc.columns.exclude"));
    letters.accept(row(7, "canary"), new DecodeException("cannot be read", null));
    assertThat(FileDeadLetters.list(file))
        .singleElement()
        .asString()
        .contains("<withheld: cdc.columns.exclude may match this table>")
        .doesNotContain("canary");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"cdc.columns.include", "cdc.columns.mask.include", "cdc.columns.hash.include"})
  void whatIsWithheldNamesTheSettingThatIsTheReason(String setting) throws Exception {
    Path file = directory.resolve("letters");
    FileDeadLetters letters = new FileDeadLetters(file, "shop", table -> Optional.of(setting));
    letters.accept(row(7, "canary"), new DecodeException("cannot be read", null));
    assertThat(FileDeadLetters.list(file))
        .singleElement()
        .asString()
        .contains("<withheld: " + setting + " may match this table>")
        .doesNotContain("canary");
  }

  @Test
  void withoutAFileThereAreNoLines() throws Exception {
    assertThat(FileDeadLetters.list(directory.resolve("none"))).isEmpty();
  }
}

package io.oraclecdc.position;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import io.oraclecdc.position.Position.CapturedContainer;
import io.oraclecdc.position.Position.InFlight;
import io.oraclecdc.position.Position.LastCommit;
import io.oraclecdc.position.Position.ThreadPosition;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PositionCodecTest {
  static final Position FULL =
      new Position(
          new Incarnation(Long.parseUnsignedLong("18446744073709551615"), new Scn(1_490_582)),
          Scn.parse("20500000100000"),
          new Scn(20_500_000_000_000L),
          Map.of(
              new RedoThread(1),
              new ThreadPosition(
                  RedoAddress.parse("0x0000fd.00011b0e.0010"),
                  new LastCommit(
                      RedoAddress.parse("0x0000fd.00011b12.0080"),
                      Scn.parse("9295429630892703742"),
                      new TransactionKey(3, new Xid(10, 12, 4_294_967_294L)))),
              new RedoThread(2),
              new ThreadPosition(RedoAddress.parse("0x10000fd.00000002.01a4"), null)),
          new InFlight(
              new RedoThread(2),
              new TransactionKey(4, new Xid(7, 1, 42)),
              RedoAddress.parse("0x10000fd.00000099.0010"),
              17,
              RedoAddress.parse("0x10000fd.00000042.0010"),
              "line one\nline \\two"));

  @Test
  void aPositionComesBack() {
    Map<String, String> fields = PositionCodec.encode(FULL, Map.of());
    assertThat(PositionCodec.decode(fields).position()).isEqualTo(FULL);
    assertThat(PositionCodec.decode(fields).unknown()).isEmpty();
    Position start = Position.startingAt(FULL.incarnation(), Scn.ZERO, Scn.ZERO);
    assertThat(PositionCodec.decode(PositionCodec.encode(start, Map.of())).position())
        .isEqualTo(start);
  }

  @Test
  void whatIsNeededOfTheJournalComesBack() {
    Position inside =
        FULL.withJournal(
            new Position.JournalMark(
                "store",
                901,
                Map.of(
                    new TransactionKey(0, new Xid(9, 3, 71)),
                    12L,
                    new TransactionKey(4, new Xid(1, 2, 3)),
                    1L)));
    Map<String, String> fields = PositionCodec.encode(inside, Map.of());
    assertThat(fields)
        .containsEntry("journal_store", "store")
        .containsEntry("journal_sequence", "901")
        .containsEntry("journal_xids", "0:9.3.71=12 4:1.2.3=1");
    assertThat(PositionCodec.decode(fields).position()).isEqualTo(inside);
    assertThat(PositionCodec.decode(fields).unknown()).isEmpty();
  }

  @Test
  void theRedoThatAJournaledTransactionMayAskForComesBack() {
    RedoNeed need =
        new RedoNeed(
            new Scn(17), Map.of(new RedoThread(2), RedoAddress.parse("0x10000aa.00000001.0010")));
    Position inside =
        FULL.withJournal(
            new Position.JournalMark(
                "store", 901, Map.of(new TransactionKey(0, new Xid(9, 3, 71)), 12L), need));
    Map<String, String> fields = PositionCodec.encode(inside, Map.of());
    assertThat(fields)
        .containsEntry("journal_need_scn", "17")
        .containsEntry("journal_need_rs_ids", "2=0x10000aa.00000001.0010");
    assertThat(PositionCodec.decode(fields).position()).isEqualTo(inside);
    assertThat(PositionCodec.decode(fields).unknown()).isEmpty();
    assertThat(inside.neededRedo().scn()).isEqualTo(new Scn(17));
    assertThat(inside.neededRedo().addresses())
        .containsEntry(new RedoThread(2), RedoAddress.parse("0x10000aa.00000001.0010"))
        .hasSameSizeAs(FULL.threads());
    assertThat(FULL.neededRedo().scn()).isEqualTo(FULL.resumeScn());
  }

  @Test
  void excludedTransactionsComeBack() {
    Position inside =
        new Position(
            FULL.incarnation(),
            FULL.resumeScn(),
            FULL.ignoreCommitsThrough(),
            FULL.threads(),
            FULL.inFlight(),
            Set.of(
                new TransactionKey(0, new Xid(9, 3, 71)), new TransactionKey(4, new Xid(1, 2, 3))));
    Map<String, String> fields = PositionCodec.encode(inside, Map.of());
    assertThat(fields).containsEntry("excluded_xids", "0:9.3.71 4:1.2.3");
    assertThat(PositionCodec.decode(fields).position()).isEqualTo(inside);
    assertThat(PositionCodec.encode(FULL, Map.of())).doesNotContainKey("excluded_xids");
    Map<String, String> damaged = new TreeMap<>(fields);
    damaged.put("excluded_xids", "0:9.3.71  4:1.2.3");
    assertThatThrownBy(() -> PositionCodec.decode(damaged)).hasMessageContaining("excluded_xids");
  }

  @Test
  void theIdentityOfContainersComesBackAndIsKeptByReleasesThatDoNotKnowIt() {
    Position inside =
        FULL.in(
            Set.of(
                new CapturedContainer(3, 1_234_567_890L, "SALES"),
                new CapturedContainer(4, 42, "Odd=Name")));
    Map<String, String> fields = PositionCodec.encode(inside, Map.of());
    assertThat(fields)
        .containsEntry("pdb.3.dbid", "1234567890")
        .containsEntry("pdb.3.name", "SALES")
        .containsEntry("v", "1");
    assertThat(PositionCodec.decode(fields).position()).isEqualTo(inside);
    assertThat(PositionCodec.decode(fields).unknown()).isEmpty();
    Map<String, String> damaged = new TreeMap<>(fields);
    damaged.remove("pdb.4.name");
    assertRefused(damaged, "pdb.4.name");
  }

  @Test // TX-11
  void TX_11_scnsAreTextsBeyond63Bits() {
    Map<String, String> fields = PositionCodec.encode(FULL, Map.of());
    assertThat(fields).containsEntry("resume_scn", "20500000100000");
    assertThat(fields).containsEntry("thread.1.last_commit_scn", "9295429630892703742");
    assertThat(Scn.parse("18446744073709551615").isOpenEnd()).isTrue();
    assertThat(Scn.parse("281474976710655").isOpenEnd()).isTrue();
    assertThat(Scn.parse("18446744073709551615")).isGreaterThan(Scn.parse("20500000100000"));
  }

  @Test
  void fieldsOfOtherVersionsAreKept() {
    Map<String, String> fields = new TreeMap<>(PositionCodec.encode(FULL, Map.of()));
    fields.put("handover_xids", "1.2.3");
    PositionCodec.Decoded decoded = PositionCodec.decode(fields);
    assertThat(decoded.unknown()).containsExactly(Map.entry("handover_xids", "1.2.3"));
    assertThat(PositionCodec.encode(decoded.position(), decoded.unknown())).isEqualTo(fields);
  }

  @Test
  void aNewerVersionIsRefused() {
    Map<String, String> fields = new TreeMap<>(PositionCodec.encode(FULL, Map.of()));
    fields.put("v", "2");
    assertRefused(fields, "version 2");
  }

  @Test // POS-09
  void POS_09_positionsOfOtherProgramsAreRefusedClearly() {
    for (String commits :
        List.of(
            "45000",
            "45000:00111a.00022bb0.0020:0:1,46000:0033cc.00044dd0.0010:0:2",
            "45000:1:0a0001-0b0002,46000:2:0c0003-0d0004")) {
      assertRefused(Map.of("scn", "44900", "commit_scn", commits), "not written by this library");
    }
    assertRefused(Map.of("scn", "null"), "not written by this library");
    assertRefused(Map.of(), "not written by this library");
  }

  @Test
  void everyMissingOrDamagedFieldIsNamed() {
    Map<String, String> fields = PositionCodec.encode(FULL, Map.of());
    for (String name :
        List.of(
            "dbid",
            "resetlogs_scn",
            "resume_scn",
            "thread.1.last_commit_scn",
            "thread.1.last_commit_xid",
            "in_flight.thread",
            "in_flight.commit_rs_id",
            "in_flight.event_index",
            "in_flight.fingerprint")) {
      Map<String, String> without = new TreeMap<>(fields);
      without.remove(name);
      assertRefused(without, name);
      if (!name.endsWith("fingerprint")) {
        Map<String, String> damaged = new TreeMap<>(fields);
        damaged.put(name, "?");
        assertRefused(damaged, name);
      }
    }
  }

  @Test
  void theFileOfVersion1IsReadForEver() throws IOException {
    byte[] golden;
    try (InputStream file = PositionCodecTest.class.getResourceAsStream("position-v1")) {
      assertThat(file).isNotNull();
      golden = file == null ? new byte[0] : file.readAllBytes();
    }
    Map<String, String> fields = PositionFile.read(Path.of("position-v1"), golden);
    assertThat(PositionCodec.decode(fields).position()).isEqualTo(FULL);
    assertThat(new String(PositionFile.write(fields), StandardCharsets.UTF_8))
        .isEqualTo(new String(golden, StandardCharsets.UTF_8));
  }

  private static void assertRefused(Map<String, String> fields, String text) {
    assertThatThrownBy(() -> PositionCodec.decode(fields))
        .isInstanceOfSatisfying(
            CdcException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTION))
        .hasMessageContaining(text);
  }
}

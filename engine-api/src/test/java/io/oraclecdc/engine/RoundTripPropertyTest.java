package io.oraclecdc.engine;

import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What the engine delivers of random tables and statements, put together by key, equals the tables
 * after every transaction. The behaviours of the simulated release, the storage and logging of the
 * tables, and the settings that decide about values are combined pairwise.
 */
@Timeout(600)
class RoundTripPropertyTest {
  private static final String ONE_CASE = "oraclecdc.roundtrip.case";

  private static final List<RedoBehaviour> SWITCHES =
      List.of(
          RedoBehaviour.START_HAS_OWN_RS_ID,
          RedoBehaviour.CONTROL_ROWS_WITHOUT_ROW_ID,
          RedoBehaviour.LOCAL_TIME_ZONE_TRAILING_BLANK,
          RedoBehaviour.LARGE_NUMBERS_IN_FULL,
          RedoBehaviour.UNISTR_IN_PIECES,
          RedoBehaviour.SCN_PER_ROW,
          RedoBehaviour.PRIVATE_STRANDS,
          RedoBehaviour.PARTIAL_XID_OUTSIDE_RANGE,
          RedoBehaviour.ZERO_RS_ID_ON_ROLLBACK,
          RedoBehaviour.UNDO_WITHOUT_TEXT,
          RedoBehaviour.EMPTY_COMMITS_ON_THREAD_ZERO,
          RedoBehaviour.ZERO_XID_STARTS,
          RedoBehaviour.LOB_STATEMENTS_WITHOUT_END,
          RedoBehaviour.LOB_ROWS_TAKE_SCNS,
          RedoBehaviour.LOB_ERASE_CODE_28,
          RedoBehaviour.LOB_PIECES_OF_1024,
          RedoBehaviour.LOB_IN_ROW_UPDATE_IN_TWO_ROWS,
          RedoBehaviour.XML_PIECES_AS_BYTES,
          RedoBehaviour.ALIAS_FOR_TABLES_WITH_LARGE_VALUES,
          RedoBehaviour.KEY_UPDATE_OF_INDEX_ORGANIZED_TABLE_IN_TWO_ROWS);

  private static final List<String> ORGANIZATIONS =
      List.of(
          "",
          "PARTITION BY RANGE (id) (PARTITION low VALUES LESS THAN (20), PARTITION mid VALUES LESS"
              + " THAN (200), PARTITION high VALUES LESS THAN (MAXVALUE)) ENABLE ROW MOVEMENT",
          "ORGANIZATION INDEX",
          "PARTITION BY HASH (id) PARTITIONS 4 ENABLE ROW MOVEMENT");
  private static final List<String> STORAGES =
      List.of(
          "",
          "BASICFILE",
          "SECUREFILE (DISABLE STORAGE IN ROW)",
          RandomTable.WITHOUT_LOCATOR,
          RandomTable.MIXED);
  private static final List<String> LOGGINGS = List.of("ALL", "PRIMARY KEY");
  private static final List<String> LOB_MODES = List.of("inline", "reselect", "skip");
  private static final List<String> PARTIAL_IMAGES = List.of("mark", "reselect", "fail");
  private static final List<String> LONGS = List.of("", "LONG", "LONG RAW");

  @Test
  void whatIsDeliveredEqualsTheTablesInEveryPairOfBehaviours() throws Exception {
    int[] sizes = new int[SWITCHES.size() + 12];
    for (int i = 0; i < SWITCHES.size(); i++) {
      sizes[i] = 2;
    }
    int[] more = {
      3,
      3,
      ORGANIZATIONS.size(),
      STORAGES.size(),
      LOGGINGS.size(),
      2,
      2,
      LOB_MODES.size(),
      PARTIAL_IMAGES.size(),
      LONGS.size(),
      2,
      2
    };
    System.arraycopy(more, 0, sizes, SWITCHES.size(), more.length);
    List<int[]> cases = AllPairs.of(sizes);
    Integer only = Integer.getInteger(ONE_CASE);
    List<AssertionError> failures = new ArrayList<>();
    for (int i = 0; i < cases.size(); i++) {
      if (only == null || only == i) {
        try {
          new RoundTrip(i, new Random(i * 7919L + 17), choice(cases.get(i))).run();
        } catch (AssertionError | Exception e) {
          failures.add(new AssertionError("reproduce with -D" + ONE_CASE + "=" + i, e));
        }
      }
    }
    if (!failures.isEmpty()) {
      AssertionError first = failures.get(0);
      failures.subList(1, failures.size()).forEach(first::addSuppressed);
      throw first;
    }
  }

  private static RoundTrip.Choice choice(int[] choices) {
    List<RedoBehaviour> behaviours = new ArrayList<>();
    for (int i = 0; i < SWITCHES.size(); i++) {
      if (choices[i] == 1) {
        behaviours.add(SWITCHES.get(i));
      }
    }
    int next = SWITCHES.size();
    int fraction = choices[next++];
    if (fraction > 0) {
      behaviours.add(
          fraction == 1
              ? RedoBehaviour.ZERO_FRACTION_BARE_DOT
              : RedoBehaviour.ZERO_FRACTION_OMITTED);
    }
    int form = choices[next++];
    if (form > 0) {
      behaviours.add(
          form == 1 ? RedoBehaviour.LOB_BLOCKS_ALWAYS : RedoBehaviour.LOB_FRAGMENTS_ALWAYS);
    }
    return new RoundTrip.Choice(
        behaviours,
        ORGANIZATIONS.get(choices[next++]),
        STORAGES.get(choices[next++]),
        LOGGINGS.get(choices[next++]),
        choices[next++] == 1,
        choices[next++] == 1,
        LOB_MODES.get(choices[next++]),
        PARTIAL_IMAGES.get(choices[next++]),
        LONGS.get(choices[next++]),
        choices[next++] == 1,
        choices[next] == 1);
  }
}

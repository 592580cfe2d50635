package io.oraclecdc.testkit.simulator.dictionary;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The tablespaces of a container: Oracle's own, those a statement created, those tables name. */
public final class Tablespaces {
  /** Relative number of every file: the one in the ROWIDs of the simulator. */
  public static final int RELATIVE_FILE = 12;

  /** Bytes of a block. */
  public static final long BLOCK = 8192;

  private static final long FILE_BYTES = 1L << 30;
  private static final long LARGEST_BYTES = 34_359_721_984L;

  private Tablespaces() {}

  /** What a tablespace is for. */
  public enum Contents {
    /** Tables and indexes. */
    PERMANENT,
    /** Undo. */
    UNDO,
    /** Sorts and temporary tables. */
    TEMPORARY
  }

  /**
   * A tablespace with its only file.
   *
   * @param number TS#
   * @param fileNumber FILE#
   */
  public record Tablespace(
      String name, int number, int fileNumber, Contents contents, String file) {
    /** Size of the file. */
    public long bytes() {
      return FILE_BYTES;
    }

    /** How large the file may become. */
    public long largestBytes() {
      return LARGEST_BYTES;
    }
  }

  /** All of them; temporary ones number their files for themselves. */
  public static List<Tablespace> of(SimDictionary dictionary, String databaseName) {
    Set<String> more = new LinkedHashSet<>(List.of("USERS"));
    more.addAll(dictionary.tablespaces());
    dictionary.tables().stream().map(TableEntry::tablespace).sorted().forEach(more::add);
    dictionary.clusters().values().forEach(c -> more.add(c.tablespace()));
    more.removeAll(Set.of("SYSTEM", "SYSAUX", "UNDOTBS1", "TEMP"));
    String directory = "/opt/oracle/oradata/" + databaseName.toUpperCase(Locale.ROOT) + "/";
    if (dictionary.containerId() > 1) {
      directory += "pdb" + dictionary.containerId() + "/";
    }
    int first = Math.max(0, dictionary.containerId() - 1) * 100;
    List<Tablespace> all = new ArrayList<>();
    all.add(tablespace("SYSTEM", 0, first + 1, Contents.PERMANENT, directory));
    all.add(tablespace("SYSAUX", 1, first + 3, Contents.PERMANENT, directory));
    all.add(tablespace("UNDOTBS1", 2, first + 4, Contents.UNDO, directory));
    all.add(tablespace("TEMP", 3, first + 1, Contents.TEMPORARY, directory));
    int number = 4;
    for (String name : more) {
      all.add(
          tablespace(
              name, number, first + RELATIVE_FILE + number - 4, Contents.PERMANENT, directory));
      number++;
    }
    return all;
  }

  private static Tablespace tablespace(
      String name, int number, int fileNumber, Contents contents, String directory) {
    String file = directory + name.toLowerCase(Locale.ROOT) + "01.dbf";
    return new Tablespace(name, number, fileNumber, contents, file);
  }
}

package io.oraclecdc.schema;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.Scn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The layouts one table had, each valid from a place in the redo until the next one. Used by the
 * capture thread only.
 */
public final class TableTimeline {
  /** Later than any row. */
  public static final Scn NEVER = new Scn(-1L);

  private static final Comparator<RedoMoment> ORDER =
      (one, other) -> one.isBefore(other) ? -1 : other.isBefore(one) ? 1 : 0;

  private final List<Version> versions = new ArrayList<>();

  /** With its first version. */
  public TableTimeline(Version first) {
    versions.add(first);
  }

  /**
   * With what is known of it.
   *
   * @param known in the order of their time, at least one
   */
  public TableTimeline(List<Version> known) {
    if (known.isEmpty()) {
      throw new IllegalArgumentException("a timeline has at least one version");
    }
    versions.addAll(known);
  }

  /** How it is known that rows have a layout. */
  public enum Proof {
    /** It was compared with the dictionary: every row of its time has it. */
    EXACT,
    /**
     * Read from the dictionary some time after its beginning: rows from that time on have it,
     * earlier ones may have had another one.
     */
    READ_LATER,
    /** Derived from the text of a statement, and still to be compared with the dictionary. */
    DERIVED,
    /** Nobody can tell what rows of its time look like. */
    UNREADABLE
  }

  /**
   * A layout and when it is in force.
   *
   * @param from its first row, or the statement that made it
   * @param layout null when the table is not captured in this time
   * @param proof how it is known
   * @param readAt when it was read from the dictionary; {@link #NEVER} when it never was
   * @param code of the error at its rows, when they cannot be read
   * @param reason what they cannot be read for, to follow "a row"
   */
  public record Version(
      RedoMoment from,
      @Nullable TableSchema layout,
      Proof proof,
      Scn readAt,
      @Nullable ErrorCode code,
      @Nullable String reason) {

    /** A layout that can be read by. */
    public Version(RedoMoment from, TableSchema layout, Proof proof, Scn readAt) {
      this(from, layout, proof, readAt, null, null);
    }

    /** The table is not captured. */
    public static Version notCaptured(RedoMoment from) {
      return new Version(from, null, Proof.EXACT, Scn.ZERO, null, null);
    }

    /** A time whose rows cannot be read. */
    public static Version unreadable(
        RedoMoment from, @Nullable TableSchema layout, ErrorCode code, String reason) {
      return new Version(from, layout, Proof.UNREADABLE, NEVER, code, reason);
    }

    /** Whether the layout is certain at a moment of its time. */
    boolean isExact(Scn scn) {
      return switch (proof) {
        case EXACT, DERIVED -> layout != null;
        case READ_LATER -> !scn.isBefore(readAt);
        case UNREADABLE -> false;
      };
    }

    /** The same with another layout and proof. */
    public Version with(TableSchema other, Proof otherProof, Scn when) {
      return new Version(from, other, otherProof, when);
    }
  }

  /**
   * The layout of a row; empty when the table was not captured then.
   *
   * @throws CdcException why the row cannot be read
   */
  public Optional<TableSchema> at(RedoMoment moment) {
    Version found = versionAt(moment);
    if (found == null) {
      return Optional.empty();
    }
    ErrorCode code = found.code();
    if (code != null) {
      throw new CdcException(code, "a row at " + moment + " " + found.reason());
    }
    return Optional.ofNullable(found.layout());
  }

  /**
   * Whether the layout at a moment is the one rows of it were written with. If not, a later
   * statement may have changed it before it was read.
   */
  public boolean isExact(RedoMoment moment) {
    Version found = versionAt(moment);
    return found != null && found.isExact(moment.scn());
  }

  private @Nullable Version versionAt(RedoMoment moment) {
    for (int i = versions.size() - 1; i >= 0; i--) {
      if (!moment.isBefore(versions.get(i).from())) {
        return versions.get(i);
      }
    }
    return null;
  }

  /** The last version. */
  public Version newest() {
    return versions.get(versions.size() - 1);
  }

  /** All versions in the order of their time. */
  public List<Version> versions() {
    return List.copyOf(versions);
  }

  /** The number of the next layout. */
  public int nextNumber() {
    int highest = 0;
    for (Version version : versions) {
      TableSchema layout = version.layout();
      highest = layout == null ? highest : Math.max(highest, layout.version());
    }
    return highest + 1;
  }

  /** Adds a version at the place of its time. */
  public void add(Version version) {
    versions.add(version);
    versions.sort(Comparator.comparing(Version::from, ORDER));
  }

  /** Nothing is captured from a place on. */
  public void endAt(RedoMoment from) {
    versions.removeIf(version -> !version.from().isBefore(from));
    versions.add(Version.notCaptured(from));
  }

  /** Puts a version in the place of another one. */
  public void replace(Version old, Version by) {
    versions.set(versions.indexOf(old), by);
  }

  /** Versions that are still to be compared with the dictionary, in the order of their time. */
  public List<Version> derived() {
    return versions.stream().filter(version -> version.proof() == Proof.DERIVED).toList();
  }

  /**
   * Forgets what no row needs any more.
   *
   * @param scn no earlier row is ever read again
   * @return whether anything was forgotten
   */
  public boolean forgetBefore(Scn scn) {
    boolean forgotten = false;
    while (versions.size() > 1
        && versions.get(1).from().scn().isBefore(scn)
        && versions.get(0).proof() != Proof.DERIVED) {
      versions.remove(0);
      forgotten = true;
    }
    return forgotten;
  }
}

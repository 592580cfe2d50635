package io.oraclecdc.position;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A position store that is one set with files beside it: without a position, they refuse to be
 * taken for a first start. A first start stores its position before it makes any of them, so only a
 * position that was lost leaves them behind. Called by one thread at a time.
 */
public final class GuardedPositionStore implements PositionStore {
  private final PositionStore positions;
  private final List<Path> others;

  /**
   * A store and what belongs to it.
   *
   * @param positions closed with this one
   * @param others the directory of the journal, the file of the schema history; those that do not
   *     exist, and directories without files of the journal, are no trace of a run
   */
  public GuardedPositionStore(PositionStore positions, List<Path> others) {
    this.positions = positions;
    this.others = List.copyOf(others);
  }

  /**
   * {@inheritDoc}
   *
   * @throws CdcException CDC-4002 when there is no position and something that belongs to one
   */
  @Override
  public Optional<Position> load() {
    Optional<Position> stored = positions.load();
    if (stored.isEmpty()) {
      List<Path> left = new ArrayList<>();
      for (Path other : others) {
        if (isTrace(other)) {
          left.add(other);
        }
      }
      if (!left.isEmpty()) {
        throw lost(left);
      }
    }
    return stored;
  }

  private static CdcException lost(List<Path> left) {
    return new CdcException(
        ErrorCode.JOURNAL,
        "there is no stored position, and there is what only a run with a position leaves behind: "
            + left.stream().map(Path::toString).collect(Collectors.joining(", "))
            + ". The position was lost; beginning anew would skip every change since then",
        "Restore the position from a copy of the state directory. Or begin anew on purpose: remove"
            + " what is named above too, set cdc.start.scn to where changes are wanted from"
            + " (without it from now on), and load the tables anew.",
        null);
  }

  private static boolean isTrace(Path other) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(other, "{identity,chunks-*}")) {
      return files.iterator().hasNext();
    } catch (NotDirectoryException e) {
      return true;
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new CdcException(
          ErrorCode.CONFIGURATION,
          other + " cannot be read: " + e,
          "Give the state directory read and write access.",
          e);
    }
  }

  @Override
  public void store(Position position) {
    positions.store(position);
  }

  @Override
  public void close() {
    positions.close();
  }
}

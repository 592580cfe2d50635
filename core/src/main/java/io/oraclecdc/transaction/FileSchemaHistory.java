package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.Scn;
import io.oraclecdc.schema.KnownTable;
import io.oraclecdc.schema.RedoMoment;
import io.oraclecdc.schema.SchemaHistoryStore;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.schema.TableTimeline.Proof;
import io.oraclecdc.schema.TableTimeline.Version;
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.FrameFile;
import io.oraclecdc.spill.FrameFileReader;
import io.oraclecdc.spill.FrameInput;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Layouts in files of frames, as the journal writes them: a head that names the database, one frame
 * for each table, and one that counts them.
 *
 * <p>The file itself holds all tables of one moment. What changes afterwards is written to small
 * files beside it, numbered from 1, each with the tables of one change; after some dozens of them
 * everything is written anew. Each file comes into being as a whole, so that a crash leaves it out
 * or leaves it complete, and a file that is cut off is damage. Used by one thread at a time.
 *
 * <pre>
 *  schema-history        head, tables, end    generation g
 *  schema-history.g.1    head, tables, end    later by one change
 *  schema-history.g.2    ...
 * </pre>
 */
public final class FileSchemaHistory implements SchemaHistoryStore {
  private static final String TITLE = "oracle-cdc schema history";

  /** Format 1: one frame for each layout, no generation, no files beside it. */
  private static final int FIRST_FORMAT = 1;

  private static final int FORMAT = 2;
  private static final int HEAD = 0;
  private static final int CONTENT = 1;
  private static final int END = 2;
  private static final int MOST_CHANGES = 64;

  private final Path file;

  /** Of the file as it is by now, 0 when it was not read or written yet. */
  private long generation;

  private int changes;

  /** In this file, whose directory is made when missing. */
  public FileSchemaHistory(Path file) {
    this.file = file;
  }

  @Override
  public boolean exists() {
    return Files.exists(file);
  }

  @Override
  public List<KnownTable> load(Incarnation database) {
    if (!exists()) {
      return List.of();
    }
    Map<TableKey, KnownTable> tables = new LinkedHashMap<>();
    Content base = read(file, database);
    base.tables().forEach(table -> tables.put(TableKey.of(table), table));
    generation = base.generation();
    changes = 0;
    for (Path next = change(1); Files.exists(next); next = change(changes + 1)) {
      Content change = read(next, database);
      if (change.generation() != generation) {
        throw damaged(next, "it belongs to another file", null);
      }
      change.tables().forEach(table -> tables.put(TableKey.of(table), table));
      changes++;
    }
    requireNoGap();
    return List.copyOf(tables.values());
  }

  private void requireNoGap() {
    String prefix = file.getFileName() + "." + generation + ".";
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory(), prefix + "*")) {
      for (Path found : all) {
        String number = found.getFileName().toString().substring(prefix.length());
        if (number.matches("[0-9]+") && Integer.parseInt(number) > changes) {
          throw damaged(file, "the file " + change(changes + 1) + " is missing", null);
        }
      }
    } catch (IOException e) {
      throw damaged(file, "its directory cannot be read: " + e, e);
    }
  }

  private Path change(int number) {
    return file.resolveSibling(file.getFileName() + "." + generation + "." + number);
  }

  private Path directory() {
    Path parent = file.toAbsolutePath().getParent();
    return parent == null ? Path.of(".") : parent;
  }

  private static Content read(Path path, Incarnation database) {
    try (FrameFileReader reader = FrameFile.read(path)) {
      return read(reader, path, database);
    } catch (IOException e) {
      throw damaged(path, "it cannot be read: " + e, e);
    } catch (IllegalArgumentException | IllegalStateException | IndexOutOfBoundsException e) {
      throw damaged(path, "a layout in it is not understood", e);
    }
  }

  private static Content read(FrameFileReader reader, Path path, Incarnation database)
      throws IOException {
    if (!reader.next()
        || reader.frame().getByte() != HEAD
        || !reader.frame().getText().equals(TITLE)) {
      throw damaged(path, reader.damage().orElse("it does not begin like one"), null);
    }
    long format = reader.frame().getUnsigned();
    if (format > FORMAT) {
      throw damaged(path, "it does not begin like one", null);
    }
    Incarnation of = new Incarnation(reader.frame().getLong(), new Scn(reader.frame().getLong()));
    if (!of.equals(database)) {
      throw new CdcException(
          ErrorCode.TOPOLOGY,
          "the schema history " + path + " belongs to " + of + ", and the database is " + database);
    }
    long generation = format == FIRST_FORMAT ? 0 : reader.frame().getUnsigned();
    List<KnownTable> tables = new ArrayList<>();
    while (reader.next()) {
      FrameInput frame = reader.frame();
      if (frame.getByte() == END) {
        if (frame.getUnsigned() == tables.size()) {
          return new Content(generation, format == FIRST_FORMAT ? grouped(tables) : tables);
        }
        throw damaged(path, "layouts in it are missing", null);
      }
      tables.add(format == FIRST_FORMAT ? layout(frame) : KnownTableFrames.read(frame));
    }
    throw damaged(path, reader.damage().orElse("its end is missing"), null);
  }

  private record Content(long generation, List<KnownTable> tables) {}

  /** A frame of the first format: one layout. */
  private static KnownTable layout(FrameInput frame) {
    Scn from = new Scn(frame.getLong());
    Scn readAt = new Scn(frame.getLong());
    Scn until = frame.getByte() == 0 ? null : new Scn(frame.getLong());
    List<Long> ids = new ArrayList<>();
    for (long n = frame.getUnsigned(); n > 0; n--) {
      ids.add(frame.getUnsigned());
    }
    TableSchema layout = SchemaFrames.read(frame);
    return new KnownTable(
        layout.id(),
        layout.objectId(),
        List.of(new Version(RedoMoment.of(from), layout, Proof.READ_LATER, readAt)),
        ids,
        null,
        until,
        null);
  }

  private static List<KnownTable> grouped(List<KnownTable> layouts) {
    Map<TableKey, KnownTable> tables = new LinkedHashMap<>();
    for (KnownTable layout : layouts) {
      tables.merge(
          TableKey.of(layout),
          layout,
          (before, next) -> {
            List<Version> versions = new ArrayList<>(before.versions());
            versions.addAll(next.versions());
            return new KnownTable(
                next.id(),
                next.objectId(),
                versions,
                next.segmentIds(),
                null,
                next.droppedAt(),
                null);
          });
    }
    return List.copyOf(tables.values());
  }

  private record TableKey(String pdb, long objectId) {
    static TableKey of(KnownTable table) {
      return new TableKey(table.id().pdb(), table.objectId());
    }
  }

  @Override
  public void store(Incarnation database, Collection<KnownTable> tables) {
    long next = Math.max(generation, generationOnDisk(database)) + 1;
    write(file, database, next, tables);
    generation = next;
    changes = 0;
    removeChangesOfOthers();
  }

  /** A store that was never read may still replace a file. */
  private long generationOnDisk(Incarnation database) {
    if (generation > 0 || !exists()) {
      return 0;
    }
    try {
      return read(file, database).generation();
    } catch (CdcException e) {
      return 0; // it is replaced
    }
  }

  @Override
  public void update(
      Incarnation database,
      Collection<KnownTable> changed,
      Supplier<? extends Collection<KnownTable>> all) {
    if (generation == 0 || changes >= MOST_CHANGES) {
      store(database, all.get());
      return;
    }
    write(change(changes + 1), database, generation, changed);
    changes++;
  }

  private void removeChangesOfOthers() {
    String prefix = file.getFileName() + ".";
    String own = prefix + generation + ".";
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory(), prefix + "*")) {
      for (Path found : all) {
        String name = found.getFileName().toString();
        if (!name.startsWith(own) && name.substring(prefix.length()).matches("[0-9]+\\.[0-9]+")) {
          Files.deleteIfExists(found);
        }
      }
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private void write(
      Path path, Incarnation database, long ofGeneration, Collection<KnownTable> tables) {
    Path temporary = path.resolveSibling(path.getFileName() + ".new");
    try {
      Files.createDirectories(directory());
      Files.deleteIfExists(temporary);
      try (FrameFile output = FrameFile.create(temporary)) {
        FrameBuilder frame = new FrameBuilder();
        head(frame, database, ofGeneration);
        output.append(frame);
        for (KnownTable table : tables) {
          frame.clear();
          frame.putByte(CONTENT);
          KnownTableFrames.write(frame, table);
          output.append(frame);
        }
        frame.clear();
        frame.putByte(END);
        frame.putUnsigned(tables.size());
        output.append(frame);
        output.force();
      }
      Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private CdcException unwritable(IOException e) {
    return new CdcException(
        ErrorCode.BUFFER_EXHAUSTED,
        "schema history " + file + " cannot be written: " + e,
        "Make room on the volume of the state directory and start again; the one before it is"
            + " kept.",
        e);
  }

  private static void head(FrameBuilder frame, Incarnation database, long ofGeneration) {
    frame.clear();
    frame.putByte(HEAD);
    frame.putText(TITLE);
    frame.putUnsigned(FORMAT);
    frame.putLong(database.databaseId());
    frame.putLong(database.resetlogsScn().value());
    frame.putUnsigned(ofGeneration);
  }

  private static CdcException damaged(Path path, String what, @Nullable Throwable cause) {
    return new CdcException(
        ErrorCode.CORRUPTION,
        "schema history " + path + " is damaged: " + what,
        "Restore the state directory from a copy; or empty it, begin anew (cdc.start.scn) and load the"
            + " tables anew.",
        cause);
  }
}

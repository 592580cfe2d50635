package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.Scn;
import io.oraclecdc.schema.SchemaHistoryStore;
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.FrameFile;
import io.oraclecdc.spill.FrameFileReader;
import io.oraclecdc.spill.FrameInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Layouts in a file of frames, as the journal writes them: a head that names the database, one
 * frame for each layout, and one that counts them. The file is replaced as a whole, so that a crash
 * leaves the one before or the new one. Used by one thread at a time.
 */
public final class FileSchemaHistory implements SchemaHistoryStore {
  private static final String TITLE = "oracle-cdc schema history";
  private static final int FORMAT = 1;
  private static final int HEAD = 0;
  private static final int LAYOUT = 1;
  private static final int END = 2;

  private final Path file;

  /** In this file, whose directory is made when missing. */
  public FileSchemaHistory(Path file) {
    this.file = file;
  }

  @Override
  public boolean exists() {
    return Files.exists(file);
  }

  @Override
  public List<KnownLayout> load(Incarnation database) {
    if (!exists()) {
      return List.of();
    }
    try (FrameFileReader reader = FrameFile.read(file)) {
      return read(reader, database);
    } catch (IOException e) {
      throw damaged("it cannot be read: " + e, e);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw damaged("a layout in it is not understood", e);
    }
  }

  private List<KnownLayout> read(FrameFileReader reader, Incarnation database) throws IOException {
    if (!reader.next() || reader.frame().getByte() != HEAD || !isHead(reader.frame())) {
      throw damaged(reader.damage().orElse("it does not begin like one"), null);
    }
    Incarnation of = new Incarnation(reader.frame().getLong(), new Scn(reader.frame().getLong()));
    if (!of.equals(database)) {
      throw new CdcException(
          ErrorCode.TOPOLOGY,
          "the schema history " + file + " belongs to " + of + ", and the database is " + database);
    }
    List<KnownLayout> layouts = new ArrayList<>();
    while (reader.next()) {
      FrameInput frame = reader.frame();
      if (frame.getByte() == END) {
        if (frame.getUnsigned() == layouts.size()) {
          return layouts;
        }
        throw damaged("layouts in it are missing", null);
      }
      layouts.add(layout(frame));
    }
    throw damaged(reader.damage().orElse("its end is missing"), null);
  }

  private static boolean isHead(FrameInput frame) {
    return frame.getText().equals(TITLE) && frame.getUnsigned() <= FORMAT;
  }

  private static KnownLayout layout(FrameInput frame) {
    Scn from = new Scn(frame.getLong());
    Scn readAt = new Scn(frame.getLong());
    Scn until = frame.getByte() == 0 ? null : new Scn(frame.getLong());
    List<Long> ids = new ArrayList<>();
    for (long n = frame.getUnsigned(); n > 0; n--) {
      ids.add(frame.getUnsigned());
    }
    return new KnownLayout(SchemaFrames.read(frame), ids, from, readAt, until);
  }

  @Override
  public void store(Incarnation database, List<KnownLayout> layouts) {
    Path temporary = file.resolveSibling(file.getFileName() + ".new");
    try {
      Path directory = file.toAbsolutePath().getParent();
      if (directory != null) {
        Files.createDirectories(directory);
      }
      Files.deleteIfExists(temporary);
      try (FrameFile output = FrameFile.create(temporary)) {
        FrameBuilder frame = new FrameBuilder();
        head(frame, database);
        output.append(frame);
        for (KnownLayout layout : layouts) {
          write(frame, layout);
          output.append(frame);
        }
        frame.clear();
        frame.putByte(END);
        frame.putUnsigned(layouts.size());
        output.append(frame);
        output.force();
      }
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new CdcException(
          ErrorCode.BUFFER_EXHAUSTED,
          "schema history " + file + " cannot be written: " + e,
          "Make room on the volume of the state directory and start again; the one before it is"
              + " kept.",
          e);
    }
  }

  private static void head(FrameBuilder frame, Incarnation database) {
    frame.clear();
    frame.putByte(HEAD);
    frame.putText(TITLE);
    frame.putUnsigned(FORMAT);
    frame.putLong(database.databaseId());
    frame.putLong(database.resetlogsScn().value());
  }

  private static void write(FrameBuilder frame, KnownLayout known) {
    frame.clear();
    frame.putByte(LAYOUT);
    frame.putLong(known.from().value());
    frame.putLong(known.readAt().value());
    Scn until = known.until();
    frame.putByte(until == null ? 0 : 1);
    if (until != null) {
      frame.putLong(until.value());
    }
    frame.putUnsigned(known.segmentIds().size());
    known.segmentIds().forEach(frame::putUnsigned);
    SchemaFrames.write(frame, known.layout());
  }

  private CdcException damaged(String what, @org.jspecify.annotations.Nullable Throwable cause) {
    return new CdcException(
        ErrorCode.CORRUPTION,
        "schema history " + file + " is damaged: " + what,
        "Restore the state directory from a copy; or empty it, begin anew (cdc.start.scn) and load the"
            + " tables anew.",
        cause);
  }
}

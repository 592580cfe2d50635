package io.oraclecdc.testkit.simulator.durable;

import io.oraclecdc.testkit.simulator.durable.DirectoryException.Reason;
import io.oraclecdc.testkit.simulator.logmnr.SimInstance;
import io.oraclecdc.testkit.simulator.redo.RedoDatabase;
import io.oraclecdc.testkit.simulator.redo.RedoDatabases;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import io.oraclecdc.testkit.simulator.session.Database;
import io.oraclecdc.testkit.simulator.session.Restoration;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A directory that holds one database: {@code journal} with everything that became redo since it
 * was made, and {@code lock}, held by whoever has it open.
 *
 * <p>Opened once, by one thread; after {@link #recover} the database owns it and gives it back when
 * it closes.
 */
@SuppressWarnings("EnumOrdinal") // the file format: constants are only ever added at the end
public final class DurableDirectory implements AutoCloseable {
  private static final String JOURNAL = "journal";
  private static final String LOCK = "lock";

  private final Path path;
  private final FileChannel lock;
  private final PinnedClock clock;
  private final Definitions definitions = new Definitions();
  private @Nullable JournalReader reader;
  private @Nullable RedoDatabase inner;
  private @Nullable DurableRedo durable;

  private DurableDirectory(Path path, FileChannel lock, Clock clock) {
    this.path = path;
    this.lock = lock;
    this.clock = new PinnedClock(clock);
  }

  /**
   * Takes a directory; it is made when it does not exist.
   *
   * @throws DirectoryException IN_USE, or UNREADABLE when the system refuses
   */
  public static DurableDirectory open(Path path, Clock clock) {
    try {
      Files.createDirectories(path);
      FileChannel channel =
          FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      boolean locked = false;
      try {
        locked = channel.tryLock() != null;
      } catch (OverlappingFileLockException e) {
        locked = false; // this process has it
      } finally {
        if (!locked) {
          channel.close();
        }
      }
      if (!locked) {
        throw new DirectoryException(
            Reason.IN_USE,
            path + " is open in another simulator; a directory serves one at a time");
      }
      return new DurableDirectory(path, channel, clock);
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }

  /** Whether a directory holds a database already. */
  public static boolean holdsDatabase(Path path) {
    return Files.exists(path.resolve(JOURNAL));
  }

  private static DirectoryException unreadable(Path path, IOException e) {
    return new DirectoryException(Reason.UNREADABLE, "cannot use " + path, e);
  }

  /** The clock of the database; it stands at its creation until the recovery is done. */
  public Clock clock() {
    return clock;
  }

  /**
   * What the database was made with.
   *
   * @return empty when the directory holds none yet
   * @throws DirectoryException NOT_A_DATABASE, UNKNOWN_VERSION, DAMAGED
   */
  public Optional<Creation> creation() {
    try {
      Path journal = path.resolve(JOURNAL);
      if (!Files.exists(journal)) {
        refuseForeignFiles();
        return Optional.empty();
      }
      JournalReader opened = new JournalReader(journal);
      reader = opened;
      byte[] payload = opened.next();
      FieldReader entry = new FieldReader(payload == null ? new byte[0] : payload, clock);
      if (payload == null || EntryTag.of(entry.u8()) != EntryTag.CREATION) {
        throw new DirectoryException(Reason.DAMAGED, journal + " does not say what it belongs to");
      }
      Creation creation = entry.value(Creation.class);
      clock.pinAt(creation.created());
      return Optional.of(creation);
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }

  private void refuseForeignFiles() throws IOException {
    List<String> found;
    try (var files = Files.list(path)) {
      found = files.map(f -> String.valueOf(f.getFileName())).sorted().toList();
    }
    for (String name : found) {
      if (!name.equals(LOCK) && !name.equals(JOURNAL + ".new")) {
        throw new DirectoryException(
            Reason.NOT_A_DATABASE,
            path + " holds other files, for example " + name + "; give an empty directory");
      }
    }
  }

  /** Makes a database in an empty directory. */
  public void create(Creation creation) {
    FieldWriter entry = new FieldWriter();
    entry.u8(EntryTag.CREATION.code());
    entry.value(creation);
    byte[] payload = entry.toBytes();
    Path fresh = path.resolve(JOURNAL + ".new");
    Path journal = path.resolve(JOURNAL);
    try {
      try (FileChannel out =
          FileChannel.open(
              fresh,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        for (byte[] part :
            List.of(Frame.fileHeader(), Frame.header(payload, Frame.FILE_HEADER), payload)) {
          ByteBuffer buffer = ByteBuffer.wrap(part);
          while (buffer.hasRemaining()) {
            out.write(buffer);
          }
        }
        out.force(true);
      }
      Files.move(fresh, journal, StandardCopyOption.ATOMIC_MOVE);
      try (FileChannel directory = FileChannel.open(path, StandardOpenOption.READ)) {
        directory.force(true);
      }
      JournalReader opened = new JournalReader(journal);
      reader = opened;
      opened.next();
      clock.pinAt(creation.created());
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }

  /** The redo half of the database. */
  public RedoDatabase redo(Creation creation, SimInstance instance) {
    RedoDatabase made =
        RedoDatabases.create(creation.options(), instance, () -> ofDatabase().settled());
    inner = made;
    DurableRedo keeping = new DurableRedo(made, clock, definitions, this::close);
    durable = keeping;
    return keeping;
  }

  private DurableRedo ofDatabase() {
    DurableRedo made = durable;
    if (made == null) {
      throw new IllegalStateException("the database has no redo yet");
    }
    return made;
  }

  /**
   * Rolls the database forward, and what was open back: its undo and ROLLBACK rows are new redo.
   * From now on everything is kept.
   *
   * @throws DirectoryException UNKNOWN_VERSION, DAMAGED
   */
  public void recover(Database database) throws SQLException {
    DurableRedo made = ofDatabase();
    try (JournalReader journal = reader) {
      RedoDatabase repeated = inner;
      if (journal == null || repeated == null) {
        throw new IllegalStateException("the directory was not opened");
      }
      Recovery recovery;
      Restoration restored;
      try (Restoration tables = database.restoration()) {
        recovery = new Recovery(repeated, clock, definitions, tables);
        recovery.run(journal);
        restored = tables;
      }
      Journal writer = new Journal(path.resolve(JOURNAL), journal.position());
      made.goOn(writer, recovery.open(), recovery.lastTransaction());
      for (RedoTransaction dead : List.copyOf(recovery.open().values())) {
        made.rollback(dead);
      }
      boolean closed = made.control().threads().stream().noneMatch(t -> t.isOpen());
      if (closed) {
        made.control().openThread(1); // it was being administered when the process ended
      }
      made.sync();
      database.journal(made);
      restored.forgetPast();
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }

  /** Gives the directory to others. */
  @Override
  public void close() {
    try {
      JournalReader open = reader;
      if (open != null) {
        open.close();
      }
      lock.close();
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }
}

package io.oraclecdc.transaction;

import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.FrameInput;
import java.nio.file.Path;
import java.util.Locale;

/** One file of a {@link FileJournal}: what its frames are, and how much of it is needed. */
final class JournalFile {
  private static final String PREFIX = "chunks-";
  private static final String TITLE = "oracle-cdc journal";
  private static final int FORMAT = 1;
  private static final int HEAD = 0;
  private static final int CHUNK = 1;

  private final Path path;
  private final long number;
  private long size;
  private long live;

  private JournalFile(Path path, long number) {
    this.path = path;
    this.number = number;
  }

  /** A file by its name. */
  static JournalFile of(Path path) {
    String name = String.valueOf(path.getFileName());
    return new JournalFile(path, Long.parseLong(name.substring(PREFIX.length())));
  }

  static JournalFile in(Path directory, long number) {
    return new JournalFile(
        directory.resolve(PREFIX + String.format(Locale.ROOT, "%08d", number)), number);
  }

  Path path() {
    return path;
  }

  long number() {
    return number;
  }

  long size() {
    return size;
  }

  void size(long bytes) {
    size = bytes;
  }

  /** Bytes that are needed. */
  long live() {
    return live;
  }

  void add(long bytes) {
    live += bytes;
  }

  void remove(long bytes) {
    live -= bytes;
  }

  static void head(FrameBuilder out, String store, long number) {
    out.clear();
    out.putByte(HEAD);
    out.putText(TITLE);
    out.putUnsigned(FORMAT);
    out.putText(store);
    out.putUnsigned(number);
  }

  /** Whether a file begins as one of this journal that can be read. */
  static boolean isHead(FrameInput in, String store) {
    return in.getByte() == HEAD
        && in.getText().equals(TITLE)
        && in.getUnsigned() == FORMAT
        && in.getText().equals(store);
  }

  static void entry(FrameBuilder out, JournalChunk chunk) {
    Xid xid = chunk.transaction().xid();
    out.clear();
    out.putByte(CHUNK);
    out.putSigned(chunk.transaction().containerId());
    out.putUnsigned(xid.undoSegment());
    out.putUnsigned(xid.slot());
    out.putUnsigned(xid.sequence());
    out.putUnsigned(chunk.number());
    out.putUnsigned(chunk.sequence());
    out.putBytes(chunk.content());
  }

  /** Reads an entry up to its content. */
  static Entry readEntry(FrameInput in) {
    int kind = in.getByte();
    if (kind != CHUNK) {
      throw new IllegalStateException("a journal has an entry of unknown kind " + kind);
    }
    int container = (int) in.getSigned();
    Xid xid = new Xid((int) in.getUnsigned(), (int) in.getUnsigned(), in.getUnsigned());
    return new Entry(new TransactionKey(container, xid), in.getUnsigned(), in.getUnsigned());
  }

  /** What a chunk is. */
  record Entry(TransactionKey transaction, long number, long sequence) {}
}

package io.oraclecdc.transaction;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The identity of a set of stores: made with the journal, and named by each position that was
 * stored beside it.
 *
 * <pre>
 *  oracle-cdc stores v1 5f0c8a1e-... 0a1b2c3d     the last is the CRC32 of what is before its blank
 * </pre>
 */
final class StoreIdentity {
  private static final Pattern LAYOUT =
      Pattern.compile("(oracle-cdc stores v1 ([0-9a-f-]{36})) ([0-9a-f]{8})\n");

  private StoreIdentity() {}

  /** The identity in a file, which is made when missing. */
  static String of(Path file) throws IOException {
    try {
      return read(file, Files.readString(file, StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException e) {
      String store = UUID.randomUUID().toString();
      write(file, store);
      return store;
    }
  }

  private static String read(Path file, String content) {
    Matcher matcher = LAYOUT.matcher(content);
    if (!matcher.matches() || !crc(matcher.group(1)).equals(matcher.group(3))) {
      throw new CdcException(
          ErrorCode.JOURNAL,
          "File " + file + ", which tells to which stores the journal belongs, is damaged",
          null);
    }
    return matcher.group(2);
  }

  private static void write(Path file, String store) throws IOException {
    String line = "oracle-cdc stores v1 " + store;
    Path temporary = file.resolveSibling("identity.new");
    try (FileChannel output =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = StandardCharsets.ISO_8859_1.encode(line + " " + crc(line) + "\n");
      while (bytes.hasRemaining()) {
        output.write(bytes);
      }
      output.force(true);
    }
    Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    forceDirectory(file.toAbsolutePath().resolveSibling("."));
  }

  private static String crc(String text) {
    CRC32 crc = new CRC32();
    crc.update(text.getBytes(StandardCharsets.ISO_8859_1));
    return String.format(java.util.Locale.ROOT, "%08x", crc.getValue());
  }

  /** Makes the names in a directory durable where the system can. */
  static void forceDirectory(Path directory) throws IOException {
    FileChannel opened;
    try {
      opened = FileChannel.open(directory, StandardOpenOption.READ);
    } catch (IOException e) {
      // Some systems cannot open a directory; there names are durable with their files.
      return;
    }
    try (opened) {
      opened.force(true);
    }
  }
}

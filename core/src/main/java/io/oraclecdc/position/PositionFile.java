package io.oraclecdc.position;

import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * The layout of a position file: UTF-8 text that a person can read.
 *
 * <pre>
 *  oracle-cdc position
 *  name=value                 sorted by name; in values \\ is a backslash, \n a line feed, \r a carriage return
 *  crc32=0a1b2c3d             of every byte before this line
 * </pre>
 */
final class PositionFile {
  private static final String TITLE = "oracle-cdc position";
  private static final String CRC = "crc32=";

  private PositionFile() {}

  static byte[] write(Map<String, String> fields) {
    StringBuilder text = new StringBuilder(TITLE).append('\n');
    new TreeMap<>(fields)
        .forEach(
            (name, value) -> text.append(name).append('=').append(escaped(value)).append('\n'));
    String crc = crc(text.toString().getBytes(StandardCharsets.UTF_8));
    text.append(CRC).append(crc).append('\n');
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  static Map<String, String> read(Path file, byte[] content) {
    String text = new String(content, StandardCharsets.UTF_8);
    int crcLine = text.lastIndexOf("\n" + CRC) + 1;
    if (!text.startsWith(TITLE + "\n") || crcLine == 0) {
      throw damaged(file, "it does not begin or end like one");
    }
    String covered = text.substring(0, crcLine);
    String crc = text.substring(crcLine + CRC.length());
    if (!crc.equals(crc(covered.getBytes(StandardCharsets.UTF_8)) + "\n")) {
      throw damaged(file, "its checksum is wrong");
    }
    Map<String, String> fields = new TreeMap<>();
    for (String line : covered.substring(TITLE.length() + 1).split("\n", -1)) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        fields.put(line.substring(0, equals), unescaped(line.substring(equals + 1)));
      } else if (!line.isEmpty()) {
        throw damaged(file, "a line has no name");
      }
    }
    return fields;
  }

  private static String crc(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
  }

  private static String unescaped(String value) {
    StringBuilder text = new StringBuilder(value.length());
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\\' && i + 1 < value.length()) {
        i++;
        char escaped = value.charAt(i);
        text.append(escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped);
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }

  private static CdcException damaged(Path file, String what) {
    return new CdcException(
        ErrorCode.CORRUPTION,
        "Position file " + file + " is damaged: " + what,
        "Restore the state directory from a copy, or remove it to start anew.",
        null);
  }
}

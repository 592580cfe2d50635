package io.oraclecdc.value;

import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Java's name of Oracle's character sets. */
public final class OracleCharsets {
  private static final Map<String, String> JAVA_NAMES =
      Map.ofEntries(
          Map.entry("AL32UTF8", "UTF-8"),
          Map.entry("UTF8", "CESU-8"),
          Map.entry("AL16UTF16", "UTF-16BE"),
          Map.entry("AL16UTF16LE", "UTF-16LE"),
          Map.entry("US7ASCII", "US-ASCII"),
          Map.entry("WE8ISO8859P1", "ISO-8859-1"),
          Map.entry("EE8ISO8859P2", "ISO-8859-2"),
          Map.entry("SE8ISO8859P3", "ISO-8859-3"),
          Map.entry("NEE8ISO8859P4", "ISO-8859-4"),
          Map.entry("CL8ISO8859P5", "ISO-8859-5"),
          Map.entry("AR8ISO8859P6", "ISO-8859-6"),
          Map.entry("EL8ISO8859P7", "ISO-8859-7"),
          Map.entry("IW8ISO8859P8", "ISO-8859-8"),
          Map.entry("WE8ISO8859P9", "ISO-8859-9"),
          Map.entry("TR8ISO8859P9", "ISO-8859-9"),
          Map.entry("BLT8ISO8859P13", "ISO-8859-13"),
          Map.entry("WE8ISO8859P15", "ISO-8859-15"),
          Map.entry("EE8MSWIN1250", "windows-1250"),
          Map.entry("CL8MSWIN1251", "windows-1251"),
          Map.entry("WE8MSWIN1252", "windows-1252"),
          Map.entry("EL8MSWIN1253", "windows-1253"),
          Map.entry("TR8MSWIN1254", "windows-1254"),
          Map.entry("IW8MSWIN1255", "windows-1255"),
          Map.entry("AR8MSWIN1256", "windows-1256"),
          Map.entry("BLT8MSWIN1257", "windows-1257"),
          Map.entry("VN8MSWIN1258", "windows-1258"),
          Map.entry("WE8PC850", "IBM850"),
          Map.entry("EE8PC852", "IBM852"),
          Map.entry("WE8PC858", "IBM00858"),
          Map.entry("RU8PC866", "IBM866"),
          Map.entry("US8PC437", "IBM437"),
          Map.entry("CL8KOI8R", "KOI8-R"),
          Map.entry("CL8KOI8U", "KOI8-U"),
          Map.entry("TH8TISASCII", "TIS-620"),
          Map.entry("ZHS16GBK", "GBK"),
          Map.entry("ZHS16CGB231280", "GB2312"),
          Map.entry("ZHS32GB18030", "GB18030"),
          Map.entry("ZHT16BIG5", "Big5"),
          Map.entry("ZHT16MSWIN950", "x-windows-950"),
          Map.entry("ZHT16HKSCS", "Big5-HKSCS"),
          Map.entry("JA16SJIS", "Shift_JIS"),
          Map.entry("JA16SJISTILDE", "windows-31j"),
          Map.entry("JA16EUC", "EUC-JP"),
          Map.entry("JA16EUCTILDE", "EUC-JP"),
          Map.entry("KO16KSC5601", "EUC-KR"),
          Map.entry("KO16MSWIN949", "x-windows-949"));

  private OracleCharsets() {}

  /**
   * The character set of this Oracle name, for example {@code WE8MSWIN1252}; empty when this Java
   * runtime has none.
   */
  public static Optional<Charset> named(String oracleName) {
    String javaName = JAVA_NAMES.get(oracleName.toUpperCase(Locale.ROOT));
    return javaName == null || !Charset.isSupported(javaName)
        ? Optional.empty()
        : Optional.of(Charset.forName(javaName));
  }
}

package io.oraclecdc.value;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * What the database and the mining session decide about literals. Masks are not here: a literal is
 * read by its own text and by the mask it names, so that a session that lost its masks is noticed.
 *
 * @param databaseCharset NLS_CHARACTERSET: text that LogMiner gives as bytes
 * @param nationalCharset NLS_NCHAR_CHARACTERSET, the same for national types
 * @param sessionZone TIME_ZONE of the mining session, in which TIMESTAMP WITH LOCAL TIME ZONE is
 *     printed
 * @param disguises what stands for values that nobody may see
 */
public record CodecContext(
    Charset databaseCharset, Charset nationalCharset, ZoneId sessionZone, Disguises disguises) {

  /** For databases without disguised columns. */
  public CodecContext(Charset databaseCharset, Charset nationalCharset, ZoneId sessionZone) {
    this(databaseCharset, nationalCharset, sessionZone, Disguises.NONE);
  }

  /** AL32UTF8, AL16UTF16 and UTC. */
  public static CodecContext standard() {
    return new CodecContext(StandardCharsets.UTF_8, StandardCharsets.UTF_16BE, ZoneOffset.UTC);
  }
}

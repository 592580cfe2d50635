package io.oraclecdc.value;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * TIMESTAMP WITH TIME ZONE: an offset, or a region with or without the abbreviation that tells
 * summer from winter time. The era may follow.
 */
final class ZonedTimestampCodec implements ColumnCodec {
  private final TimestampText text = new TimestampText();

  @Override
  public Object decode(Literal literal) {
    if (literal.kind() != Literal.Kind.TO_TIMESTAMP_TZ
        && literal.kind() != Literal.Kind.ANSI_TIMESTAMP) {
      throw new LiteralException(literal.sourceStart(), "TO_TIMESTAMP_TZ is expected");
    }
    text.read(literal);
    ZoneText zone = ZoneText.read(text);
    text.era();
    text.finish();
    if (zone == null) {
      throw new LiteralException(text.position(), "an offset or a region is expected");
    }
    return zone.at(text);
  }

  /**
   * The zone part of a literal.
   *
   * @param offset the offset, null when a region is named
   * @param region region name, empty when an offset is given
   * @param abbreviation abbreviation after the region, null when there is none
   */
  record ZoneText(@Nullable ZoneOffset offset, String region, @Nullable String abbreviation) {

    static @Nullable ZoneText read(TimestampText text) {
      if (text.isOffsetNext()) {
        return new ZoneText(ZoneOffset.ofTotalSeconds(text.offsetSeconds()), "", null);
      }
      int before = text.position();
      String region = text.nextWord();
      if (region == null || isEra(region)) {
        text.backTo(before);
        return null;
      }
      before = text.position();
      String abbreviation = text.nextWord();
      if (abbreviation == null || isEra(abbreviation)) {
        text.backTo(before);
        abbreviation = null;
      }
      return new ZoneText(null, region, abbreviation);
    }

    OffsetDateTime at(TimestampText text) {
      if (offset != null) {
        return OffsetDateTime.of(text.toLocalDateTime(), offset);
      }
      return Zones.resolve(text.toLocalDateTime(), region, abbreviation, text.position());
    }

    private static boolean isEra(String word) {
      return word.equalsIgnoreCase("AD") || word.equalsIgnoreCase("BC");
    }
  }
}

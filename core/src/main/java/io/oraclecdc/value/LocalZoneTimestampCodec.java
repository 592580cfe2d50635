package io.oraclecdc.value;

import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * TIMESTAMP WITH LOCAL TIME ZONE: printed in the zone of the mining session without any offset. The
 * zone of this process plays no part. The value is given in UTC.
 */
final class LocalZoneTimestampCodec implements ColumnCodec {
  private final TimestampText text = new TimestampText();
  private final ZoneId sessionZone;

  LocalZoneTimestampCodec(ZoneId sessionZone) {
    this.sessionZone = sessionZone;
  }

  @Override
  public Object decode(Literal literal) {
    switch (literal.kind()) {
      case TO_TIMESTAMP_TZ, TO_TIMESTAMP, ANSI_TIMESTAMP -> {
        // all three give local time of the session
      }
      default -> throw new LiteralException(literal.sourceStart(), "TO_TIMESTAMP_TZ is expected");
    }
    text.read(literal);
    ZonedTimestampCodec.ZoneText zone = ZonedTimestampCodec.ZoneText.read(text);
    text.era();
    text.finish();
    OffsetDateTime time =
        zone == null
            ? Zones.resolve(text.toLocalDateTime(), sessionZone, null, text.position())
            : zone.at(text);
    return time.withOffsetSameInstant(ZoneOffset.UTC);
  }
}

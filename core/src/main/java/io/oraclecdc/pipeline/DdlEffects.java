package io.oraclecdc.pipeline;

import io.oraclecdc.commit.DeliveredKinds;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.redo.RedoEvent;
import io.oraclecdc.schema.DdlEffect;
import io.oraclecdc.schema.SchemaCatalog;
import java.util.HashMap;
import java.util.Map;

/**
 * Tells a catalog of DDL, and remembers what it answered: steps overlap, and a step that failed is
 * read again, but a catalog is told of a statement once.
 */
final class DdlEffects {
  private final SchemaCatalog catalog;
  private final DeliveredKinds kinds;
  private final Map<RedoThread, RedoAddress> told = new HashMap<>();
  private final Map<Place, Known> known = new HashMap<>();

  DdlEffects(SchemaCatalog catalog, DeliveredKinds kinds) {
    this.catalog = catalog;
    this.kinds = kinds;
  }

  /** What a statement meant, as far as it is delivered. */
  DdlEffect of(RedoEvent.DdlExecuted ddl) {
    MinedRow row = ddl.row();
    Place place = new Place(row.thread(), row.address());
    RedoAddress last = told.get(row.thread());
    if (last != null && !row.address().isAfter(last)) {
      Known before = known.get(place);
      return before == null ? DdlEffect.NONE : before.effect();
    }
    DdlEffect effect =
        kinds.of(catalog.ddl(row.segment(), row.thread(), row.address(), row.scn(), ddl.sql()));
    told.put(row.thread(), row.address());
    if (!effect.isNone()) {
      known.put(place, new Known(row.scn(), effect));
    }
    return effect;
  }

  /** Statements before this SCN are not read again, unless their transactions are over. */
  void forgetBefore(Scn scn) {
    known.values().removeIf(statement -> statement.scn().isBefore(scn));
  }

  private record Place(RedoThread thread, RedoAddress address) {}

  private record Known(Scn scn, DdlEffect effect) {}
}

package io.oraclecdc.dictionary;

import io.oraclecdc.config.RenameTopicPolicy;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.RedoMoment;
import io.oraclecdc.schema.TableSchema;
import java.util.function.Consumer;

/**
 * What a catalog does with the layouts that statements of DDL make.
 *
 * @param check told of each layout before a row is read with it; throws CDC-6004 when its names
 *     collide with those of others
 * @param renames which topic a renamed table has
 * @param troubles what happens when one table cannot be captured any more
 */
public record CatalogRules(
    Consumer<TableSchema> check, RenameTopicPolicy renames, TableTroubles troubles) {

  /** Nothing is checked, topics follow, trouble stops. */
  public static final CatalogRules PLAIN =
      new CatalogRules(layout -> {}, RenameTopicPolicy.FOLLOW, TableTroubles.STOP);

  /** What happens when one table cannot be captured any more. Called by the capture thread. */
  public interface TableTroubles {
    /** Capture stops. */
    TableTroubles STOP =
        new TableTroubles() {
          @Override
          public boolean setsAside() {
            return false;
          }

          @Override
          public void setAside(TableId table, RedoMoment from, CdcException why) {
            throw why;
          }
        };

    /** Whether the table is set aside, so that the others go on. */
    boolean setsAside();

    /** A table was set aside: its rows from a place in the redo on are left out. */
    void setAside(TableId table, RedoMoment from, CdcException why);
  }
}

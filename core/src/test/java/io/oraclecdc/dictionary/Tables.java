package io.oraclecdc.dictionary;

import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.model.Incarnation;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.DictionaryTable;
import io.oraclecdc.schema.DictionaryTable.DictionaryColumn;
import io.oraclecdc.schema.DictionaryTable.LogGroup;
import io.oraclecdc.schema.DictionaryTable.Organization;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Tables of the dictionary, made by hand. */
public final class Tables {
  private final TableId id;
  private final List<DictionaryColumn> columns = new ArrayList<>();
  private List<Long> ids = List.of(70_001L);
  private boolean partitioned;
  private List<String> primaryKey = List.of();
  private final List<List<String>> uniqueKeys = new ArrayList<>();
  private final List<LogGroup> logGroups = new ArrayList<>();

  private Tables(TableId id) {
    this.id = id;
  }

  public static Tables table(String owner, String name) {
    return new Tables(TableId.of(owner, name));
  }

  public Tables column(String name, String type) {
    return add(name, type, null, null, true, false, false, false, false);
  }

  public Tables notNull(String name, String type) {
    return add(name, type, null, null, false, false, false, false, false);
  }

  public Tables number(String name, @Nullable Integer precision, @Nullable Integer scale) {
    return add(name, "NUMBER", precision, scale, true, false, false, false, false);
  }

  public Tables hidden(String name) {
    return add(name, "NUMBER", null, null, true, true, false, false, false);
  }

  public Tables invisible(String name) {
    return add(name, "NUMBER", null, null, true, true, false, true, false);
  }

  public Tables virtual(String name) {
    return add(name, "NUMBER", null, null, true, false, true, false, false);
  }

  public Tables identity(String name) {
    return add(name, "NUMBER", null, null, false, false, false, false, true);
  }

  private Tables add(
      String name,
      String type,
      @Nullable Integer precision,
      @Nullable Integer scale,
      boolean nullable,
      boolean hidden,
      boolean virtual,
      boolean userGenerated,
      boolean identity) {
    columns.add(
        new DictionaryColumn(
            name,
            type,
            null,
            22,
            20,
            true,
            precision,
            scale,
            nullable,
            hidden,
            virtual,
            userGenerated,
            identity,
            columns.size() + 1,
            null));
    return this;
  }

  /** OBJECT_ID of the table, then those of its partitions. */
  public Tables id(long... objectIds) {
    ids = LongStream.of(objectIds).boxed().toList();
    return this;
  }

  public Tables partitioned() {
    partitioned = true;
    return this;
  }

  public Tables primaryKey(String... names) {
    primaryKey = List.of(names);
    return this;
  }

  public Tables unique(String... names) {
    uniqueKeys.add(List.of(names));
    return this;
  }

  public Tables logging(String type, String... names) {
    logGroups.add(new LogGroup(type, Set.of(names)));
    return this;
  }

  public DictionaryTable build() {
    return new DictionaryTable(
        id,
        ids.get(0),
        ids,
        Organization.HEAP,
        partitioned,
        false,
        columns,
        primaryKey,
        uniqueKeys,
        logGroups);
  }

  /** A database fit for capture. */
  public static DatabaseInfo database() {
    return database("PRIMARY", "READ WRITE", "ARCHIVELOG", "YES", 19);
  }

  public static DatabaseInfo database(
      String role, String openMode, String logMode, String supplementalMinimal, int version) {
    return new DatabaseInfo(
        "FREE",
        new Incarnation(1, new Scn(1)),
        null,
        logMode,
        openMode,
        role,
        false,
        supplementalMinimal,
        false,
        false,
        version,
        0,
        "AL32UTF8",
        "AL16UTF16",
        false,
        ZoneOffset.UTC,
        new Scn(100));
  }
}

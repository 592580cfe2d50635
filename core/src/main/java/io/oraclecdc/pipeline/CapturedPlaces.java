package io.oraclecdc.pipeline;

import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.database.PluggableDatabase;
import io.oraclecdc.dictionary.CatalogRules;
import io.oraclecdc.dictionary.ContainerCatalogs;
import io.oraclecdc.dictionary.DictionarySchemaCatalog;
import io.oraclecdc.dictionary.Layouts;
import io.oraclecdc.dictionary.OracleDictionary;
import io.oraclecdc.dictionary.OracleDictionary.Visits;
import io.oraclecdc.dictionary.SkippedTable;
import io.oraclecdc.dictionary.TableSelection;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.position.Position.CapturedContainer;
import io.oraclecdc.reselect.TableReselect;
import io.oraclecdc.schema.CapturedObjects;
import io.oraclecdc.schema.SchemaCatalog;
import io.oraclecdc.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Where the captured tables are and what their layouts are: one database, or the pluggable
 * databases that are captured from the root.
 *
 * @param catalog layouts of all
 * @param tables layouts of the tables that are there now
 * @param skipped tables that the patterns name and that are left out
 * @param objects what redo is asked for
 * @param decodedAs the database whose character sets and limits rows are decoded by
 * @param reselect how a session reads tables
 */
record CapturedPlaces(
    SchemaCatalog catalog,
    List<TableSchema> tables,
    List<SkippedTable> skipped,
    CapturedObjects objects,
    DatabaseInfo decodedAs,
    TableReselect.Visits reselect) {

  /**
   * The pluggable databases that are captured.
   *
   * @param database where the session is
   * @param pdbs {@code cdc.database.pdbs}
   * @return none without containers; of those that are named, the ones that exist
   */
  static Set<CapturedContainer> pluggables(
      DatabaseSession metadata, DatabaseInfo database, List<String> pdbs) {
    if (database.isPluggable()) {
      return Set.of(
          new CapturedContainer(
              database.container().id(),
              PluggableDatabase.dbidInside(metadata),
              database.container().name()));
    }
    if (!database.isRoot()) {
      return Set.of();
    }
    List<PluggableDatabase> known = PluggableDatabase.all(metadata);
    return pdbs.stream()
        .flatMap(name -> PluggableDatabase.named(name, known).stream())
        .map(pdb -> new CapturedContainer(pdb.container().id(), pdb.dbid(), pdb.container().name()))
        .collect(Collectors.toSet());
  }

  /**
   * Reads the layouts.
   *
   * @param metadata read with; moved from container to container from now on in a root
   * @param database where it was opened
   * @param rules what is done with layouts that statements of DDL make
   * @param history layouts of the run before, and where those of this one are kept
   * @param pdbs {@code cdc.database.pdbs}
   * @throws io.oraclecdc.errors.RetriableException CDC-1001 while a pluggable database is closed
   * @throws CdcException CDC-5001 when there is no such pluggable database, or what reading layouts
   *     says
   */
  static CapturedPlaces read(
      DatabaseSession metadata,
      DatabaseInfo database,
      TableSelection selection,
      List<String> pdbs,
      CatalogRules rules,
      LayoutsOfRuns history) {
    if (!database.isRoot()) {
      OracleDictionary dictionary =
          new OracleDictionary(metadata, selection, database.container().pdb(), Visits.STAYS);
      DictionarySchemaCatalog catalog =
          DictionarySchemaCatalog.load(
              dictionary,
              new Layouts(selection, database),
              rules,
              history.stored(),
              history.resumeScn(),
              history::keep);
      history.follow(database.incarnation(), List.of(catalog));
      return new CapturedPlaces(
          catalog,
          catalog.tables(),
          dictionary.skippedTables(),
          catalog.objects(),
          database,
          TableReselect.Visits.STAYS);
    }
    List<PluggableDatabase> known = PluggableDatabase.all(metadata);
    Map<Integer, DictionarySchemaCatalog> catalogs = new TreeMap<>();
    List<SkippedTable> skipped = new ArrayList<>();
    DatabaseInfo decodedAs = database;
    for (String name : pdbs) {
      PluggableDatabase pdb =
          PluggableDatabase.named(name, known)
              .orElseThrow(
                  () ->
                      new CdcException(
                          ErrorCode.TOPOLOGY,
                          "there is no pluggable database " + name + " that the user can see"));
      metadata.enter(pdb.container().name());
      decodedAs = DatabaseInfo.read(metadata);
      OracleDictionary dictionary =
          new OracleDictionary(metadata, selection, pdb.container().name(), Visits.ENTERS);
      catalogs.put(
          pdb.container().id(),
          DictionarySchemaCatalog.load(
              dictionary,
              new Layouts(selection, decodedAs),
              rules,
              history.stored(),
              history.resumeScn(),
              history::keep));
      skipped.addAll(dictionary.skippedTables());
    }
    history.follow(database.incarnation(), List.copyOf(catalogs.values()));
    ContainerCatalogs catalog = new ContainerCatalogs(catalogs);
    return new CapturedPlaces(
        catalog,
        catalogs.values().stream().flatMap(one -> one.tables().stream()).toList(),
        List.copyOf(skipped),
        catalog.objects(),
        decodedAs,
        TableReselect.Visits.ENTERS);
  }
}

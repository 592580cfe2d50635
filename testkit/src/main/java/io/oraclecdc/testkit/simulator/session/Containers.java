package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.logmnr.ContainerFacts;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** The containers of a container database. Thread-safe; PDBs are added while it is set up. */
final class Containers {
  private final Database root;
  private final ContainerState seed;
  private final Map<Integer, Database> pluggables = new ConcurrentSkipListMap<>();

  Containers(Database root, ContainerState seed) {
    this.root = root;
    this.seed = seed;
  }

  void add(Database pluggable) {
    pluggables.put(pluggable.container().id(), pluggable);
  }

  Database root() {
    return root;
  }

  Collection<Database> pluggables() {
    return pluggables.values();
  }

  /** A container by its exact name, the seed excepted. */
  Optional<Database> find(String name) {
    return name.equals(ContainerState.ROOT_NAME)
        ? Optional.of(root)
        : pluggables.values().stream().filter(d -> d.container().name().equals(name)).findFirst();
  }

  Optional<Database> byId(int id) {
    return id == ContainerFacts.ROOT ? Optional.of(root) : Optional.ofNullable(pluggables.get(id));
  }

  boolean isSeed(String name) {
    return seed.name().equals(name);
  }

  List<ContainerFacts> facts() {
    List<ContainerFacts> facts = new ArrayList<>();
    long dbid = root.redo().options().dbid();
    facts.add(root.container().facts(dbid));
    facts.add(seed.facts(dbid));
    pluggables.values().forEach(d -> facts.add(d.container().facts(dbid)));
    return facts;
  }

  /** Tells the root's catalog what pluggable databases there are. */
  void publish() throws SQLException {
    root.dictionary().pdbs(pluggables.values().stream().map(d -> d.container().entry()).toList());
    root.grantsChanged();
  }
}

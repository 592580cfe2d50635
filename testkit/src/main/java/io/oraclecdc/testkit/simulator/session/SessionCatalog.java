package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.dictionary.CatalogContainer;
import io.oraclecdc.testkit.simulator.dictionary.CatalogViewer;
import io.oraclecdc.testkit.simulator.dictionary.SequenceEntry;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.logmnr.ContainerFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the computed catalog views show a session. */
final class SessionCatalog implements CatalogViewer {
  private final SimSession session;

  SessionCatalog(SimSession session) {
    this.session = session;
  }

  @Override
  public String userName() {
    return session.userName();
  }

  @Override
  public boolean maySee(String owner, String object) {
    return session.maySee(owner, object);
  }

  @Override
  public boolean hasPrivilege(String privilege) {
    return session.hasPrivilege(privilege);
  }

  @Override
  public boolean hasRole(String role) {
    return session.hasRole(role);
  }

  @Override
  public CatalogContainer container() {
    return new Shown(session.database());
  }

  @Override
  public List<CatalogContainer> visibleContainers() {
    List<CatalogContainer> visible = new ArrayList<>(List.of(container()));
    if (session.database().containerId() == ContainerFacts.ROOT) {
      session.database().pluggables().stream()
          .filter(d -> session.seesContainer(d.containerId()))
          .map(Shown::new)
          .forEach(visible::add);
    }
    return visible;
  }

  private record Shown(Database database) implements CatalogContainer {
    @Override
    public SimDictionary dictionary() {
      return database.dictionary();
    }

    @Override
    public String version() {
      return database.version();
    }

    @Override
    public String databaseName() {
      return database.databaseName();
    }

    @Override
    public long placedRows(long dataObjectId) {
      return database.rowIds().placed(dataObjectId);
    }

    @Override
    public Optional<SequencePosition> position(SequenceEntry sequence) {
      return database.storage().position(sequence.key());
    }

    @Override
    public List<SessionWait> waits() {
      return LockWaits.of(database.allSessions()).stream().map(LockWaits.Wait::shown).toList();
    }
  }
}

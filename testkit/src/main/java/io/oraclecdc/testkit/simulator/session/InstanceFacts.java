package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.dictionary.Grantee;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import io.oraclecdc.testkit.simulator.dictionary.SimTable;
import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import io.oraclecdc.testkit.simulator.dictionary.Tablespaces;
import io.oraclecdc.testkit.simulator.logmnr.ContainerFacts;
import io.oraclecdc.testkit.simulator.logmnr.HeldLock;
import io.oraclecdc.testkit.simulator.logmnr.SessionFacts;
import io.oraclecdc.testkit.simulator.logmnr.SimInstance;
import io.oraclecdc.testkit.simulator.redo.RedoBehaviour;
import io.oraclecdc.testkit.simulator.redo.RedoTransaction;
import io.oraclecdc.testkit.simulator.redo.SessionInfo;
import io.oraclecdc.testkit.simulator.redo.StandbyRedo;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What LogMiner and the V$ views see of a database. Thread-safe. */
final class InstanceFacts implements SimInstance {
  private final Database database;

  InstanceFacts(Database database) {
    this.database = database;
  }

  @Override
  public Optional<String> parameter(String name) {
    return database.parameter(name);
  }

  @Override
  public Optional<SimTable> tableByObjectId(int containerId, long objectId) {
    SimDictionary owner =
        containerId == database.container().id()
            ? database.dictionary()
            : database
                .containers()
                .byId(containerId)
                .map(Database::dictionary)
                .orElse(database.dictionary());
    return owner.tableById(objectId).map(TableEntry::table);
  }

  @Override
  public Collection<RedoTransaction> openTransactions() {
    return database.allSessions().stream()
        .flatMap(s -> s.places().transactions().stream())
        .filter(t -> t.xid() != null && !t.isDead() && isVisible(t.session()))
        .toList();
  }

  @Override
  public Collection<SessionInfo> sessions() {
    return database.allSessions().stream().map(SimSession::info).filter(this::isVisible).toList();
  }

  @Override
  public Optional<SessionFacts> facts(SessionInfo session) {
    return database.allSessions().stream()
        .filter(s -> s.info().equals(session))
        .findFirst()
        .map(SimSession::facts);
  }

  @Override
  public List<HeldLock> locks() {
    return LockWaits.locks(database.allSessions()).stream()
        .filter(l -> isVisible(l.session()))
        .toList();
  }

  @Override
  public List<Tablespaces.Tablespace> tablespaces() {
    return Tablespaces.of(database.dictionary(), database.databaseName());
  }

  private boolean isVisible(SessionInfo session) {
    return database.cluster().running().contains(session.thread())
        && (database.container().id() <= ContainerFacts.ROOT
            || session.containerId() == database.container().id());
  }

  @Override
  public List<Boolean> databaseSupplementalLogging() {
    boolean shown = database.redo().options().has(RedoBehaviour.PDB_LOGGING_IN_V_DATABASE);
    return shown
        ? database.dictionary().logging().flags()
        : database.root().dictionary().ownLogging().flags();
  }

  @Override
  public int containerId() {
    return database.container().id();
  }

  @Override
  public List<ContainerFacts> containers() {
    return database.container().id() == 0 ? List.of() : database.containers().facts();
  }

  @Override
  public List<Integer> runningInstances() {
    return database.cluster().running();
  }

  @Override
  public Optional<String> uniqueName() {
    return database.isStandby() ? Optional.of(database.name()) : Optional.empty();
  }

  @Override
  public boolean isCluster() {
    return database.cluster().isCluster();
  }

  @Override
  public String openMode() {
    if (database.cluster().isMounted()) {
      return "MOUNTED";
    }
    boolean applies =
        database.container().isOpen()
            && database.redo() instanceof StandbyRedo standby
            && !standby.site().isApplyHeld();
    return applies ? "READ ONLY WITH APPLY" : database.container().mode().text();
  }

  @Override
  public boolean seesContainer(String user, int id) {
    if (database.container().id() == ContainerFacts.ROOT && id > ContainerFacts.ROOT) {
      return user.equals("SYS")
          || database
              .dictionary()
              .grants()
              .user(user)
              .filter(Grantee::hasContainerData)
              .isPresent();
    }
    return database.container().id() <= ContainerFacts.ROOT || id == database.container().id();
  }

  @Override
  public boolean isForceLogging() {
    return database.dictionary().forceLogging();
  }
}

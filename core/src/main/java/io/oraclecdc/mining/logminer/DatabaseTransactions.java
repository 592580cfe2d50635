package io.oraclecdc.mining.logminer;

import io.oraclecdc.database.DatabaseInfo;
import io.oraclecdc.database.DatabaseSession;
import io.oraclecdc.errors.CdcException;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import io.oraclecdc.model.Xid;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transactions of GV$TRANSACTION, and those in doubt of DBA_2PC_PENDING: they have no session
 * and can still commit. Not thread-safe.
 */
public final class DatabaseTransactions {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseTransactions.class);
  private static final String DOING = "reading which transactions are active";

  private final DatabaseSession session;
  private final boolean containers;
  private final boolean root;
  private final int container;
  private boolean refused;

  /**
   * A reader.
   *
   * @param session of the database, with the role METADATA
   * @param database what it is
   */
  public DatabaseTransactions(DatabaseSession session, DatabaseInfo database) {
    this.session = session;
    this.containers = database.containers();
    this.root = database.isRoot();
    this.container = database.container().id();
  }

  /**
   * What the database knows.
   *
   * @param known active transactions, and those in doubt
   * @param scn SCN read after the list
   */
  public record Listing(Set<TransactionKey> known, Scn scn) {

    /** Copies the set. */
    public Listing {
      known = Set.copyOf(known);
    }
  }

  /**
   * Asks the database.
   *
   * @return empty when it cannot tell: on a standby, or when a view cannot be read
   * @throws RetriableException when it cannot be reached
   */
  public Optional<Listing> read() {
    if (refused) {
      return Optional.empty();
    }
    try {
      return readNow();
    } catch (RetriableException e) {
      throw e;
    } catch (CdcException e) {
      refused = true;
      LOG.warn(
          "open transactions are not compared with those of the database until the next start: {}",
          e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<Listing> readNow() {
    String openMode =
        session.query(DOING, MiningSql.OPEN_MODE, row -> String.valueOf(row.getString(1))).get(0);
    if (!openMode.equals("READ WRITE")) {
      // A standby does not know the transactions of its primary.
      return Optional.empty();
    }
    Set<TransactionKey> known = new HashSet<>();
    known.addAll(
        session.query(
            DOING,
            MiningSql.ACTIVE_TRANSACTIONS,
            row ->
                new TransactionKey(
                    containers ? row.getInt(4) : 0,
                    new Xid(row.getInt(1), row.getInt(2), row.getLong(3)))));
    known.addAll(inDoubt());
    Scn scn = session.currentScn();
    return Optional.of(new Listing(known, scn));
  }

  private List<TransactionKey> inDoubt() {
    if (root) {
      return session.query(
          DOING, MiningSql.ALL_IN_DOUBT, row -> key(row.getInt(2), row.getString(1)));
    }
    return session.query(DOING, MiningSql.IN_DOUBT, row -> key(container, row.getString(1)));
  }

  private TransactionKey key(int containerId, String localId) {
    return new TransactionKey(containers ? containerId : 0, Xid.parse(localId));
  }
}

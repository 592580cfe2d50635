package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.dictionary.Grantee;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;

/** ALTER SESSION SET CONTAINER: who may go where. */
final class ContainerSwitch {

  private ContainerSwitch() {}

  /**
   * The container of a name.
   *
   * @throws SQLException ORA-65011 unknown, ORA-01031 not granted there or not a common user,
   *     ORA-01109 closed
   */
  static Database target(SimSession session, String name) throws SQLException {
    Database database = session.database();
    if (database.container().id() == 0) {
      session.requireSystem("SET CONTAINER");
      if (!name.equalsIgnoreCase(database.container().name())) {
        throw unknown(name);
      }
      return database;
    }
    if (database.isSeed(name)) {
      throw OraErrors.of(
          900, "invalid SQL statement (not supported by the simulator: the seed has no storage)");
    }
    Database target = database.findContainer(name).orElseThrow(() -> unknown(name));
    String user = session.userName();
    boolean isCommon =
        database.dictionary().grants().user(user).filter(Grantee::isCommon).isPresent();
    if (!isCommon || !target.dictionary().grants().hasSystem(user, "SET CONTAINER")) {
      throw OraErrors.of(1031, "insufficient privileges");
    }
    if (!target.isOpen() && !user.equals("SYS")) {
      throw OraErrors.of(1109, "database not open");
    }
    return target;
  }

  private static SQLException unknown(String name) {
    return OraErrors.of(65011, "Pluggable database " + name + " does not exist.");
  }
}

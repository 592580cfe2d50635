package io.oraclecdc.testkit.simulator.session;

import io.oraclecdc.testkit.simulator.dictionary.Grantee;
import io.oraclecdc.testkit.simulator.errors.OraErrors;
import java.sql.SQLException;

/** Who may connect to a container. */
final class Admission {

  private Admission() {}

  /**
   * Lets a user in or not.
   *
   * @throws SQLException ORA-01017 wrong user or password, ORA-01033 not open, ORA-01035
   *     restricted, ORA-28000 locked account, ORA-01045 no CREATE SESSION
   */
  static void require(Database database, String user, String password) throws SQLException {
    Grantee grantee = database.dictionary().grants().user(user).orElse(null);
    if (grantee == null || !grantee.hasPassword(password)) {
      throw OraErrors.of(1017, "invalid credential or not authorized; logon denied");
    }
    if (!database.isOpen() && !user.equals("SYS")) {
      throw OraErrors.of(1033, "ORACLE initialization or shutdown in progress");
    }
    if (database.container().isRestricted() && !user.equals("SYS")) {
      throw OraErrors.of(1035, "ORACLE only available to users with RESTRICTED SESSION privilege");
    }
    if (grantee.isLocked()) {
      throw OraErrors.of(28000, "The account is locked.");
    }
    if (!database.dictionary().grants().hasSystem(user, "CREATE SESSION")) {
      throw OraErrors.of(1045, "user " + user + " lacks CREATE SESSION privilege; logon denied");
    }
  }
}

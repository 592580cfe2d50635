package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.ObjectKey;
import io.oraclecdc.testkit.simulator.dictionary.SimDictionary;
import java.sql.SQLException;
import java.util.OptionalLong;

/** A session seen with other rights or limits: for views and for PL/SQL types. */
final class SessionView implements SqlSession {
  private final SqlSession session;
  private final String schema;
  private final boolean definer;
  private final boolean longStrings;
  private final boolean compiling;

  private SessionView(
      SqlSession session, String schema, boolean definer, boolean longStrings, boolean compiling) {
    this.session = session;
    this.schema = schema;
    this.definer = definer;
    this.longStrings = longStrings;
    this.compiling = compiling;
  }

  /** Names and rights of a view's owner. */
  static SqlSession of(SqlSession session, String owner) {
    return new SessionView(session, owner, true, session.extendedStrings(), false);
  }

  /** A session that only compiles: no table mutates for it. */
  static SqlSession compiling(SqlSession session) {
    return new SessionView(
        session, session.currentSchema(), false, session.extendedStrings(), true);
  }

  /** PL/SQL strings are up to 32767 long whatever the database says. */
  static SqlSession withLongStrings(SqlSession session) {
    return new SessionView(session, session.currentSchema(), false, true, false);
  }

  @Override
  public SimDictionary dictionary() {
    return session.dictionary();
  }

  @Override
  public String user() {
    return definer ? schema : session.user();
  }

  @Override
  public String currentSchema() {
    return schema;
  }

  @Override
  public boolean charLengthSemantics() {
    return session.charLengthSemantics();
  }

  @Override
  public boolean extendedStrings() {
    return longStrings;
  }

  @Override
  public boolean isDurable() {
    return session.isDurable();
  }

  @Override
  public OptionalLong flashbackScn() {
    return session.flashbackScn();
  }

  @Override
  public int release() {
    return session.release();
  }

  @Override
  public boolean mayExecute(String packageName) {
    return session.mayExecute(packageName);
  }

  @Override
  public void require(ObjectKey object, String privilege) throws SQLException {
    if (definer) {
      Privileges.require(session.dictionary(), schema, object, privilege);
    } else {
      session.require(object, privilege);
    }
  }

  @Override
  public void requireNotMutating(ObjectKey table) throws SQLException {
    if (!compiling) {
      session.requireNotMutating(table);
    }
  }

  @Override
  public void requireSystem(String privilege) throws SQLException {
    session.requireSystem(privilege);
  }
}

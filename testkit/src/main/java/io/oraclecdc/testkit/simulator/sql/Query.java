package io.oraclecdc.testkit.simulator.sql;

import java.util.List;

/**
 * A translated query.
 *
 * @param sql for H2
 * @param columns of its result
 * @param types of its columns, in order
 * @param lock FOR UPDATE behaviour
 */
record Query(String sql, List<ResultColumn> columns, List<SqlType> types, LockMode lock) {

  SqlType typeOf(int index) {
    return types.get(index);
  }

  Query withSql(String newSql) {
    return new Query(newSql, columns, types, lock);
  }

  Query withLock(LockMode newLock) {
    return new Query(sql, columns, types, newLock);
  }
}

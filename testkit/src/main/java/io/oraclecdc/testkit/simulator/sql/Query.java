package io.oraclecdc.testkit.simulator.sql;

import java.util.List;
import java.util.Map;

/**
 * A translated query.
 *
 * @param sql for H2
 * @param columns of its result
 * @param types of its columns, in order
 * @param lock FOR UPDATE behaviour
 * @param locators LOBs of rows that it locks, by result column
 */
record Query(
    String sql,
    List<ResultColumn> columns,
    List<SqlType> types,
    LockMode lock,
    Map<Integer, Locator> locators) {

  Query(String sql, List<ResultColumn> columns, List<SqlType> types, LockMode lock) {
    this(sql, columns, types, lock, Map.of());
  }

  SqlType typeOf(int index) {
    return types.get(index);
  }

  Query withLocators(Map<Integer, Locator> values) {
    return new Query(sql, columns, types, lock, values);
  }

  Query withSql(String newSql) {
    return new Query(newSql, columns, types, lock, locators);
  }

  Query withLock(LockMode newLock) {
    return new Query(sql, columns, types, newLock, locators);
  }
}

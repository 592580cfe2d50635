package io.oraclecdc.testkit.simulator.sql;

import io.oraclecdc.testkit.simulator.dictionary.TableEntry;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A statement that changes rows. */
public sealed interface DmlPlan extends Plan {

  /** Kinds of DML. */
  enum Verb {
    /** INSERT. */
    INSERT,
    /** UPDATE. */
    UPDATE,
    /** DELETE. */
    DELETE,
    /** MERGE. */
    MERGE
  }

  /** What the statement is, for error texts. */
  Verb verb();

  /**
   * One inner statement.
   *
   * @param verb kind
   * @param table its target
   * @param sql for H2
   * @param sources of its parameters
   * @param assigned columns that a SET clause names
   * @param returning RETURNING .. INTO, null when there is none
   * @param append whether a hint asks for the direct path
   * @param segments data object ids where new rows may lie, empty for all
   */
  record Single(
      Verb verb,
      TableEntry table,
      String sql,
      List<Source> sources,
      Set<String> assigned,
      @Nullable Returning returning,
      boolean append,
      Set<Long> segments)
      implements DmlPlan {

    /** A statement without a hint for the direct path. */
    public Single(
        Verb verb,
        TableEntry table,
        String sql,
        List<Source> sources,
        Set<String> assigned,
        @Nullable Returning returning) {
      this(verb, table, sql, sources, assigned, returning, false, Set.of());
    }
  }

  /**
   * INSERT with several rows of VALUES.
   *
   * @param rows one statement each
   */
  record Rows(List<Single> rows) implements DmlPlan {
    @Override
    public Verb verb() {
      return Verb.INSERT;
    }
  }

  /**
   * INSERT .. SELECT and INSERT ALL: the query runs once, then every row is inserted by itself.
   *
   * @param query for H2; computes all values of all targets
   * @param sources of its parameters
   * @param kinds of its columns
   * @param targets in order
   * @param first INSERT FIRST: only the first target whose condition holds
   * @param append whether a hint asks for the direct path
   */
  record FromQuery(
      String query,
      List<Source> sources,
      List<Kind> kinds,
      List<Target> targets,
      boolean first,
      boolean append)
      implements DmlPlan {
    @Override
    public Verb verb() {
      return Verb.INSERT;
    }
  }

  /**
   * A target of {@link FromQuery}.
   *
   * @param table inserted into
   * @param sql INSERT with one parameter for each value
   * @param firstColumn index of its first value among the query's columns, 0-based
   * @param count how many values
   * @param condition index of its WHEN condition (1 or 0), -1 when unconditional
   * @param otherwise ELSE branch: only when no condition held
   * @param segments data object ids where its rows may lie, empty for all
   */
  record Target(
      TableEntry table,
      String sql,
      int firstColumn,
      int count,
      int condition,
      boolean otherwise,
      Set<Long> segments) {}

  /**
   * MERGE with a DELETE clause: the merge, then a delete for each row it updated.
   *
   * @param merge the statement without its DELETE
   * @param delete deletes the row whose ROWID is the last parameter if the condition holds
   * @param deleteSources of the delete's parameters but the last
   */
  record MergeDelete(Single merge, String delete, List<Source> deleteSources) implements DmlPlan {
    @Override
    public Verb verb() {
      return Verb.MERGE;
    }
  }

  /**
   * RETURNING clause.
   *
   * @param sql query by ROWID, which is its last parameter
   * @param sources of the other parameters
   * @param columns of the query
   * @param into where each goes
   * @param bulk whether collections take all rows
   * @param old for DELETE: the parameters that take old values, by column name; the ROWID's under
   *     the name ROWID
   * @param total whether it asks for aggregates: the last parameter takes the ROWIDs of all rows
   */
  record Returning(
      String sql,
      List<Source> sources,
      List<ResultColumn> columns,
      List<Source> into,
      boolean bulk,
      Map<String, Integer> old,
      boolean total) {

    Returning(
        String sql,
        List<Source> sources,
        List<ResultColumn> columns,
        List<Source> into,
        boolean bulk,
        Map<String, Integer> old) {
      this(sql, sources, columns, into, bulk, old, false);
    }
  }
}

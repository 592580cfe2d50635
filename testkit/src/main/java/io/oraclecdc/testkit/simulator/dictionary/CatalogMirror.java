package io.oraclecdc.testkit.simulator.dictionary;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the CDB_ views of a root show of a pluggable database: a second copy of its catalog rows,
 * kept in the root's storage in tables {@code SYS.CDB$..} with the container's number.
 */
public final class CatalogMirror {
  static final String PREFIX = "CDB$";

  private final Connection root;
  private final int containerId;

  /**
   * The mirror of one container.
   *
   * @param root connection to the root's storage in autocommit mode
   * @param containerId CON_ID of the pluggable database
   */
  public CatalogMirror(Connection root, int containerId) {
    this.root = root;
    this.containerId = containerId;
  }

  static String table(String family) {
    return InnerNames.quoted("SYS", PREFIX + family);
  }

  /** Creates the table of a family in the root. */
  static void create(Connection root, CatalogFamily family) throws SQLException {
    StringBuilder sql = new StringBuilder("CREATE TABLE ").append(table(family.name())).append('(');
    family.all().forEach(column -> sql.append(column.declaration()).append(", "));
    sql.append("\"cat$con\" DECFLOAT(40), \"cat$owner\" VARCHAR, \"cat$table\" VARCHAR)");
    execute(root, sql.toString());
    index(root, family, "K", "\"cat$table\", \"cat$owner\", \"cat$con\"");
    if (!family.isPlain()) {
      String first = family.all().get(0).name();
      String key = family.nameColumn();
      index(root, family, "I", InnerNames.quoted(first) + ", " + InnerNames.quoted(key));
    }
  }

  private static void index(Connection root, CatalogFamily family, String kind, String columns)
      throws SQLException {
    String name = InnerNames.quoted("SYS", PREFIX + kind + "$" + family.name());
    execute(root, "CREATE INDEX " + name + " ON " + table(family.name()) + "(" + columns + ")");
  }

  /** The second half of a CDB_ view: rows of open containers that the user may see. */
  static String union(CatalogFamily family, List<ViewEntry.Column> columns) {
    StringBuilder sql = new StringBuilder(" UNION ALL SELECT ");
    String separator = "";
    for (ViewEntry.Column column : columns) {
      boolean container = column.name().equals("CON_ID");
      sql.append(separator);
      sql.append(container ? "\"cat$con\" AS \"CON_ID\"" : InnerNames.quoted(column.name()));
      separator = ", ";
    }
    String rows = rows(family);
    return sql.append(" FROM ")
        .append(table(family.base()))
        .append(" WHERE \"SYS\".\"ORA_SEES_CONTAINER\"(\"cat$con\")")
        .append(rows.isEmpty() ? "" : " AND " + rows)
        .toString();
  }

  /** Which rows of the table below a family shows, empty for all. */
  static String rows(CatalogFamily family) {
    return family.keeping() == CatalogFamily.Keeping.OVER ? "\"USER_GENERATED\" = 'YES'" : "";
  }

  void insert(String family, List<Map<String, @Nullable Object>> values, @Nullable ObjectKey table)
      throws SQLException {
    CatalogInserts.into(
        root,
        PREFIX + family,
        values,
        table == null
            ? Map.of("cat$con", containerId)
            : Map.of(
                "cat$con", containerId, "cat$owner", table.owner(), "cat$table", table.name()));
  }

  void remove(String family, ObjectKey key) throws SQLException {
    try (PreparedStatement statement =
        root.prepareStatement(
            "DELETE FROM "
                + table(family)
                + " WHERE \"cat$table\" = ? AND \"cat$owner\" = ? AND \"cat$con\" = ?")) {
      statement.setString(1, key.name());
      statement.setString(2, key.owner());
      statement.setInt(3, containerId);
      statement.executeUpdate();
    }
  }

  void removeOthers(String family) throws SQLException {
    try (PreparedStatement statement =
        root.prepareStatement(
            "DELETE FROM " + table(family) + " WHERE \"cat$table\" IS NULL AND \"cat$con\" = ?")) {
      statement.setInt(1, containerId);
      statement.executeUpdate();
    }
  }

  private static void execute(Connection root, String sql) throws SQLException {
    try (Statement statement = root.createStatement()) {
      statement.execute(sql);
    }
  }
}

package io.oraclecdc.testkit.simulator.dictionary;

import io.oraclecdc.testkit.simulator.dictionary.CatalogColumns.Family;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The catalog views: H2 views over indexed tables {@code SYS.CAT$..}, whose rows follow the
 * dictionary at every DDL. Callers hold the dictionary's write lock.
 */
public final class CatalogTables {
  private static final String PREFIX = "CAT$";

  private final Connection admin;
  private final SimDictionary dictionary;
  private final CatalogRows rows;
  private final @Nullable CatalogMirror mirror;
  private final Set<ObjectKey> shown = new HashSet<>();

  /**
   * A catalog.
   *
   * @param admin connection to H2 in autocommit mode
   * @param dictionary what it shows
   * @param version full version text, for example {@code 23.26.0.0.0}
   */
  public CatalogTables(Connection admin, SimDictionary dictionary, String version) {
    this(admin, dictionary, version, null);
  }

  /** A catalog whose rows the CDB_ views of a root show too. */
  public CatalogTables(
      Connection admin, SimDictionary dictionary, String version, @Nullable CatalogMirror mirror) {
    this.mirror = mirror;
    this.admin = admin;
    this.dictionary = dictionary;
    this.rows = new CatalogRows(dictionary, version);
  }

  /** Creates tables and views in schema SYS. */
  public void create() throws SQLException {
    for (Family family : CatalogColumns.families()) {
      createTable(family);
      if (isRoot() && family.forms().contains("C")) {
        CatalogMirror.create(admin, family);
      }
      for (char form : family.forms().toCharArray()) {
        createView(family, form);
      }
    }
    for (Map.Entry<String, List<Map<String, @Nullable Object>>> fixed : rows.fixed().entrySet()) {
      insert(fixed.getKey(), fixed.getValue(), null);
    }
  }

  private boolean isRoot() {
    return dictionary.containerId() == 1;
  }

  private static boolean isMirrored(String family) {
    return CatalogColumns.families().stream()
        .anyMatch(f -> f.name().equals(family) && f.forms().contains("C"));
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = admin.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String table(String family) {
    return InnerNames.quoted("SYS", PREFIX + family);
  }

  private void createTable(Family family) throws SQLException {
    StringBuilder sql = new StringBuilder("CREATE TABLE ").append(table(family.name())).append('(');
    String separator = "";
    for (ViewEntry.Column column : family.columns()) {
      sql.append(separator).append(InnerNames.quoted(column.name()));
      sql.append(' ').append(ColumnTypes.storage(column.type()));
      separator = ", ";
    }
    execute(sql.append(", \"cat$owner\" VARCHAR, \"cat$table\" VARCHAR)").toString());
    execute(
        "CREATE INDEX "
            + InnerNames.quoted("SYS", PREFIX + "K$" + family.name())
            + " ON "
            + table(family.name())
            + "(\"cat$table\", \"cat$owner\")");
    if (!family.isPlain()) {
      List<String> names = family.columns().stream().map(ViewEntry.Column::name).toList();
      String second = names.get(1);
      String key = names.contains("TABLE_NAME") ? "TABLE_NAME" : second;
      createIndex(family, "I$", key);
      if (!key.equals(second) && second.endsWith("_NAME")) {
        createIndex(family, "J$", second); // joins by the name of an index or a constraint
      }
    }
  }

  /** The name comes first, so that H2 looks a list of names up in the index. */
  private void createIndex(Family family, String kind, String column) throws SQLException {
    execute(
        "CREATE INDEX "
            + InnerNames.quoted("SYS", PREFIX + kind + family.name())
            + " ON "
            + table(family.name())
            + "("
            + InnerNames.quoted(column)
            + ", "
            + InnerNames.quoted(ownerColumn(family))
            + ")");
  }

  private static String ownerColumn(Family family) {
    return family.columns().get(0).name();
  }

  private void createView(Family family, char form) throws SQLException {
    List<ViewEntry.Column> columns = family.columnsOf(form);
    StringBuilder sql =
        new StringBuilder("CREATE VIEW ")
            .append(InnerNames.quoted("SYS", family.viewName(form)))
            .append(" AS SELECT ");
    String separator = "";
    for (ViewEntry.Column column : columns) {
      boolean container = form == 'C' && column.name().equals("CON_ID");
      sql.append(separator);
      sql.append(
          container
              ? "CAST(" + dictionary.containerId() + " AS DECFLOAT(40)) AS \"CON_ID\""
              : InnerNames.quoted(column.name()));
      separator = ", ";
    }
    sql.append(" FROM ").append(table(family.name())).append(filter(family, form));
    if (form == 'C' && isRoot()) {
      sql.append(CatalogMirror.union(family, columns));
    }
    execute(sql.toString());
    register(family.viewName(form), columns);
  }

  private void register(String name, List<ViewEntry.Column> columns) {
    ObjectKey key = new ObjectKey("SYS", name);
    dictionary.views().put(key, new ViewEntry(key, 0, columns, ""));
  }

  private static String filter(Family family, char form) {
    String owner = InnerNames.quoted(ownerColumn(family));
    if (form == 'U') {
      return " WHERE " + owner + " = \"SYS\".\"ORA_USER\"()";
    }
    if (form == 'A') {
      boolean table =
          family.columns().stream().anyMatch(c -> c.name().equals("TABLE_NAME"))
              && !family.name().equals("SYNONYMS");
      String name = table ? "\"TABLE_NAME\"" : InnerNames.quoted(family.columns().get(1).name());
      return " WHERE \"SYS\".\"ORA_MAY_SEE\"(" + owner + ", " + name + ")";
    }
    return switch (family.name()) {
      case "SESSION_PRIVS" -> " WHERE \"SYS\".\"ORA_HAS_PRIVILEGE\"(\"PRIVILEGE\")";
      case "SESSION_ROLES" -> " WHERE \"SYS\".\"ORA_HAS_ROLE\"(\"ROLE\")";
      case "USER_USERS", "USER_SYS_PRIVS", "USER_ROLE_PRIVS" ->
          " WHERE \"USERNAME\" = \"SYS\".\"ORA_USER\"()";
      case "USER_TAB_PRIVS" -> " WHERE \"SYS\".\"ORA_USER\"() IN (\"GRANTEE\", \"OWNER\")";
      case "ALL_TAB_PRIVS" ->
          " WHERE \"SYS\".\"ORA_USER\"() IN (\"GRANTEE\", \"TABLE_SCHEMA\") OR \"GRANTEE\" ="
              + " 'PUBLIC'";
      default -> "";
    };
  }

  /** NLS_SESSION_PARAMETERS shows the asking session; it cannot be a table. */
  private void createSessionParameters() throws SQLException {
    execute("DROP VIEW " + InnerNames.quoted("SYS", "NLS_SESSION_PARAMETERS"));
    execute(
        "CREATE VIEW SYS.\"NLS_SESSION_PARAMETERS\" AS SELECT \"PARAMETER\","
            + " \"SYS\".\"ORA_NLS_PARAMETER\"(\"PARAMETER\") AS \"VALUE\" FROM "
            + table("NLS_SESSION_PARAMETERS"));
  }

  /** Learns the views that others created in SYS, from H2's own catalog. */
  public void readViews() throws SQLException {
    createSessionParameters();
    String query =
        "SELECT TABLE_NAME, COLUMN_NAME, DATA_TYPE, CHARACTER_MAXIMUM_LENGTH,"
            + " DATETIME_PRECISION FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA = 'SYS'"
            + " ORDER BY TABLE_NAME, ORDINAL_POSITION";
    try (Statement statement = admin.createStatement();
        ResultSet found = statement.executeQuery(query)) {
      String current = "";
      List<ViewEntry.Column> columns = new ArrayList<>();
      while (found.next()) {
        String name = found.getString(1);
        if (!name.equals(current)) {
          finish(current, columns);
          current = name;
          columns = new ArrayList<>();
        }
        columns.add(
            new ViewEntry.Column(
                found.getString(2), type(found.getString(3), found.getLong(4), found.getInt(5))));
      }
      finish(current, columns);
    }
    dictionary.changed();
  }

  private void finish(String name, List<ViewEntry.Column> columns) {
    boolean known = dictionary.views().containsKey(new ObjectKey("SYS", name));
    if (!name.isEmpty() && !name.startsWith(PREFIX) && !known) {
      register(name, List.copyOf(columns));
    }
  }

  private static SimType type(String h2Type, long length, int fraction) {
    return switch (h2Type) {
      case "CHARACTER VARYING", "CHARACTER" ->
          ColumnTypes.character("VARCHAR2", (int) Math.min(length, 4000), false, 4000);
      case "BINARY VARYING", "BINARY" -> ColumnTypes.raw((int) Math.min(length, 2000));
      case "TIMESTAMP", "DATE" ->
          fraction == 0 ? ColumnTypes.plain("DATE") : ColumnTypes.timestamp("TIMESTAMP", fraction);
      case "TIMESTAMP WITH TIME ZONE" ->
          ColumnTypes.timestamp("TIMESTAMP WITH TIME ZONE", fraction);
      case "CHARACTER LARGE OBJECT" -> ColumnTypes.plain("CLOB");
      case "BINARY LARGE OBJECT" -> ColumnTypes.plain("BLOB");
      default -> ColumnTypes.number(null, null);
    };
  }

  /** Shows the new version of a table. */
  public void refresh(TableEntry entry) throws SQLException {
    remove(entry.key());
    shown.add(entry.key());
    for (Map.Entry<String, List<Map<String, @Nullable Object>>> part : rows.of(entry).entrySet()) {
      insert(part.getKey(), part.getValue(), entry.key());
    }
  }

  /** Removes everything about a table. */
  public void remove(ObjectKey key) throws SQLException {
    if (!shown.remove(key)) {
      return;
    }
    for (String family : CatalogRows.TABLE_FAMILIES) {
      try (PreparedStatement statement =
          admin.prepareStatement(
              "DELETE FROM " + table(family) + " WHERE \"cat$table\" = ? AND \"cat$owner\" = ?")) {
        statement.setString(1, key.name());
        statement.setString(2, key.owner());
        statement.executeUpdate();
      }
      if (mirror != null && isMirrored(family)) {
        mirror.remove(family, key);
      }
    }
  }

  /** Shows users, grants, views, sequences, synonyms and programs anew. */
  public void refreshOthers() throws SQLException {
    for (Map.Entry<String, List<Map<String, @Nullable Object>>> part :
        new CatalogOthers(dictionary).rows().entrySet()) {
      execute("DELETE FROM " + table(part.getKey()) + " WHERE \"cat$table\" IS NULL");
      if (mirror != null && isMirrored(part.getKey())) {
        mirror.removeOthers(part.getKey());
      }
      insert(part.getKey(), part.getValue(), null);
    }
  }

  private void insert(
      String family, List<Map<String, @Nullable Object>> values, @Nullable ObjectKey table)
      throws SQLException {
    if (mirror != null && isMirrored(family)) {
      mirror.insert(family, values, table);
    }
    CatalogInserts.into(
        admin,
        PREFIX + family,
        values,
        table == null ? Map.of() : Map.of("cat$owner", table.owner(), "cat$table", table.name()));
  }
}

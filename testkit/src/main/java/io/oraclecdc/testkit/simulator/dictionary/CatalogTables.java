package io.oraclecdc.testkit.simulator.dictionary;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.table.Column;
import org.h2.table.Table;
import org.h2.value.TypeInfo;
import org.h2.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * The catalog views. What every capture looks tables up in are H2 views over indexed tables {@code
 * SYS.CAT$..}, whose rows follow the dictionary at every DDL; all others are tables of an engine
 * that makes rows when they are read. Callers hold the dictionary's write lock.
 */
public final class CatalogTables {
  private static final String PREFIX = "CAT$";

  private final Connection admin;
  private final SimDictionary dictionary;
  private final CatalogRows rows;
  private final Class<?> engine;
  private final @Nullable CatalogMirror mirror;
  private final Set<ObjectKey> shown = new HashSet<>();

  /**
   * A catalog.
   *
   * @param admin connection to H2 in autocommit mode
   * @param dictionary what it shows
   * @param version full version text, for example {@code 23.26.0.0.0}
   * @param engine H2's engine for the tables whose rows are made when they are read
   * @param mirror shows the stored rows in the CDB_ views of a root too; null in a root
   */
  public CatalogTables(
      Connection admin,
      SimDictionary dictionary,
      String version,
      Class<?> engine,
      @Nullable CatalogMirror mirror) {
    this.mirror = mirror;
    this.admin = admin;
    this.dictionary = dictionary;
    this.engine = engine;
    this.rows = new CatalogRows(dictionary, version);
  }

  /** Creates tables and views in schema SYS. */
  public void create() throws SQLException {
    for (CatalogFamily family : CatalogColumns.families()) {
      if (family.isStored()) {
        createTable(family);
        if (isRoot() && family.forms().contains("C")) {
          CatalogMirror.create(admin, family);
        }
      }
      for (char form : family.forms().toCharArray()) {
        if (family.isComputed()) {
          createComputed(family, form);
        } else {
          createView(family, form);
        }
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

  private void createTable(CatalogFamily family) throws SQLException {
    StringBuilder sql = new StringBuilder("CREATE TABLE ").append(table(family.name())).append('(');
    family.all().forEach(column -> sql.append(column.declaration()).append(", "));
    execute(sql.append("\"cat$owner\" VARCHAR, \"cat$table\" VARCHAR)").toString());
    execute(
        "CREATE INDEX "
            + InnerNames.quoted("SYS", PREFIX + "K$" + family.name())
            + " ON "
            + table(family.name())
            + "(\"cat$table\", \"cat$owner\")");
    if (!family.isPlain()) {
      String second = family.all().get(1).name();
      String key = family.nameColumn();
      createIndex(family, "I$", key);
      if (!key.equals(second) && second.endsWith("_NAME")) {
        createIndex(family, "J$", second); // joins by the name of an index or a constraint
      }
    }
  }

  /** The name comes first, so that H2 looks a list of names up in the index. */
  private void createIndex(CatalogFamily family, String kind, String column) throws SQLException {
    execute(
        "CREATE INDEX "
            + InnerNames.quoted("SYS", PREFIX + kind + family.name())
            + " ON "
            + table(family.name())
            + "("
            + InnerNames.quoted(column)
            + ", "
            + InnerNames.quoted(family.all().get(0).name())
            + ")");
  }

  private void createComputed(CatalogFamily family, char form) throws SQLException {
    String name = family.viewName(form);
    StringBuilder sql =
        new StringBuilder("CREATE TABLE ").append(InnerNames.quoted("SYS", name)).append('(');
    String separator = "";
    for (CatalogFamily.Column column : family.declaredIn(form)) {
      sql.append(separator).append(column.declaration());
      separator = ", ";
    }
    execute(sql.append(") ENGINE \"").append(engine.getName()).append('"').toString());
    register(name, family.columnsOf(form));
  }

  private void createView(CatalogFamily family, char form) throws SQLException {
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
    sql.append(" FROM ").append(table(family.base())).append(filter(family, form));
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

  private static String filter(CatalogFamily family, char form) {
    String rows = CatalogMirror.rows(family);
    String where = rows.isEmpty() ? " WHERE " : " WHERE " + rows + " AND ";
    String owner = InnerNames.quoted(family.all().get(0).name());
    return switch (form) {
      case 'U' -> where + owner + " = \"SYS\".\"ORA_USER\"()";
      case 'A' ->
          where
              + "\"SYS\".\"ORA_MAY_SEE\"("
              + owner
              + ", "
              + InnerNames.quoted(family.nameColumn())
              + ")";
      default -> rows.isEmpty() ? "" : " WHERE " + rows;
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
    SessionLocal session = (SessionLocal) admin.unwrap(JdbcConnection.class).getSession();
    for (Table table : session.getDatabase().getSchema("SYS").getAllTablesAndViews(session)) {
      String name = table.getName();
      boolean inner = name.startsWith(PREFIX) || name.startsWith(CatalogMirror.PREFIX);
      if (!inner && !dictionary.views().containsKey(new ObjectKey("SYS", name))) {
        List<Column> columns = List.of(table.getColumns());
        register(
            name,
            columns.stream()
                .map(c -> new ViewEntry.Column(c.getName(), type(c.getType())))
                .toList());
      }
    }
    dictionary.changed();
  }

  private static SimType type(TypeInfo inner) {
    return switch (inner.getValueType()) {
      case Value.VARCHAR, Value.CHAR ->
          ColumnTypes.character(
              "VARCHAR2", (int) Math.min(inner.getPrecision(), 4000), false, 4000);
      case Value.VARBINARY, Value.BINARY ->
          ColumnTypes.raw((int) Math.min(inner.getPrecision(), 2000));
      case Value.TIMESTAMP, Value.DATE ->
          inner.getScale() == 0
              ? ColumnTypes.plain("DATE")
              : ColumnTypes.timestamp("TIMESTAMP", inner.getScale());
      case Value.TIMESTAMP_TZ ->
          ColumnTypes.timestamp("TIMESTAMP WITH TIME ZONE", inner.getScale());
      case Value.CLOB -> ColumnTypes.plain("CLOB");
      case Value.BLOB -> ColumnTypes.plain("BLOB");
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

  /** Shows anew the stored rows of what is not a table: objects and cluster indexes. */
  public void refreshOthers() throws SQLException {
    for (Map.Entry<String, List<Map<String, @Nullable Object>>> part :
        rows.withoutTables().entrySet()) {
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

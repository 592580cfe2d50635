package io.oraclecdc.testkit.simulator.plsql;

import io.oraclecdc.testkit.simulator.packages.PackageHandler;
import io.oraclecdc.testkit.simulator.sql.Kind;
import io.oraclecdc.testkit.simulator.sql.TokenCursor;
import io.oraclecdc.testkit.simulator.sql.VariableType;
import io.oraclecdc.testkit.simulator.sql.Variables;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Variables of a block and of the blocks around it, and the constants of packages. */
final class BlockVariables implements Variables {
  private final @Nullable BlockVariables outer;
  private final BlockHost host;
  private final Map<String, BlockHost.Typed> values = new HashMap<>();
  private final Map<String, VariableType> types = new HashMap<>();
  private final Set<String> readOnly = new HashSet<>();
  private final Map<String, Integer> exceptions = new HashMap<>();
  private final Map<String, Subprogram> subprograms = new HashMap<>();
  private final Map<String, CursorDefinition> cursors = new HashMap<>();
  private final Map<String, List<String>> records = new HashMap<>();
  private final Map<String, VariableType> subtypes = new HashMap<>();
  private final Map<String, CollectionType> collectionTypes = new HashMap<>();
  private final Map<String, CollectionType.Element> recordTypes = new HashMap<>();
  private final Map<String, CollectionValue> collections = new HashMap<>();
  private final Map<String, Map<String, TokenCursor>> recordDefaults = new HashMap<>();
  private final Map<String, Held> aliases = new HashMap<>();
  private @Nullable BlockInterpreter calls;

  BlockVariables(@Nullable BlockVariables outer, BlockHost host) {
    this.outer = outer;
    this.host = host;
  }

  void declare(String name, Kind kind, @Nullable Object value) {
    values.put(name, new BlockHost.Typed(kind, value));
  }

  /** A variable whose values get the form of its type when they are assigned. */
  void declare(String name, VariableType type, @Nullable Object value) {
    declare(name, type.kind(), value);
    types.put(name, type);
  }

  /** Constants, IN parameters and loop counters take no assignment. */
  void readOnly(String name) {
    readOnly.add(name);
  }

  boolean isReadOnly(String name) {
    Held holder = holder(name);
    return holder != null && holder.scope().readOnly.contains(holder.name());
  }

  /** The type of a declared variable. */
  VariableType type(String name) {
    Held holder = holder(name);
    VariableType type = holder == null ? null : holder.scope().types.get(holder.name());
    return type == null ? VariableType.of(kind(name).orElse(Kind.VARCHAR)) : type;
  }

  void declareException(String name, int code) {
    exceptions.put(name, code);
  }

  Optional<Integer> exception(String name) {
    Integer code = exceptions.get(name);
    if (code != null) {
      return Optional.of(code);
    }
    return outer == null ? Optional.empty() : outer.exception(name);
  }

  void declareSubprogram(String name, Subprogram subprogram) {
    subprograms.put(name, subprogram);
  }

  /** The subprograms declared here. */
  List<Subprogram> subprograms() {
    return List.copyOf(subprograms.values());
  }

  @Nullable Subprogram subprogram(String name) {
    Subprogram found = subprograms.get(name);
    return found != null || outer == null ? found : outer.subprogram(name);
  }

  void declareCursor(String name, CursorDefinition cursor) {
    cursors.put(name, cursor);
  }

  @Nullable CursorDefinition cursor(String name) {
    CursorDefinition found = cursors.get(name);
    return found != null || outer == null ? found : outer.cursor(name);
  }

  /** A record; its fields are variables {@code record.field}. */
  void declareRecord(String name, List<String> fields) {
    records.put(name, List.copyOf(fields));
  }

  /** Fields of a record in order, empty if there is none of that name. */
  List<String> fields(String record) {
    List<String> found = records.get(record);
    if (found != null) {
      return found;
    }
    return outer == null ? List.of() : outer.fields(record);
  }

  @Nullable BlockVariables outer() {
    return outer;
  }

  void declareSubtype(String name, VariableType type) {
    subtypes.put(name, type);
  }

  @Nullable VariableType subtype(String name) {
    VariableType found = subtypes.get(name);
    return found != null || outer == null ? found : outer.subtype(name);
  }

  void declareType(String name, CollectionType type) {
    collectionTypes.put(name, type);
  }

  @Nullable CollectionType collectionType(String name) {
    CollectionType found = collectionTypes.get(name);
    return found != null || outer == null ? found : outer.collectionType(name);
  }

  void declareRecordType(String name, CollectionType.Element type) {
    recordTypes.put(name, type);
  }

  /** Where the defaults of a record type's fields are written. */
  void declareDefaults(String type, Map<String, TokenCursor> defaults) {
    recordDefaults.put(type, Map.copyOf(defaults));
  }

  Map<String, TokenCursor> recordDefaults(String type) {
    if (recordTypes.containsKey(type) || outer == null) {
      return recordDefaults.getOrDefault(type, Map.of());
    }
    return outer.recordDefaults(type);
  }

  CollectionType.@Nullable Element recordType(String name) {
    CollectionType.Element found = recordTypes.get(name);
    return found != null || outer == null ? found : outer.recordType(name);
  }

  void declareCollection(String name, CollectionValue value) {
    collections.put(name, value);
  }

  @Nullable CollectionValue collection(String name) {
    CollectionValue found = collections.get(name);
    return found != null || outer == null || values.containsKey(name)
        ? found
        : outer.collection(name);
  }

  /** Who runs functions that expressions name. */
  void calls(BlockInterpreter value) {
    calls = value;
  }

  @Override
  public Optional<String> call(List<String> path, TokenCursor cursor) throws SQLException {
    if (calls != null) {
      return calls.named(path, cursor);
    }
    return outer == null ? Optional.empty() : outer.call(path, cursor);
  }

  /** Where a name leads: a variable of a block around, or of a package. */
  private record Held(BlockVariables scope, String name) {}

  private @Nullable Held holder(String name) {
    if (values.containsKey(name)) {
      return new Held(this, name);
    }
    Held elsewhere = aliases.get(name);
    return elsewhere != null || outer == null ? elsewhere : outer.holder(name);
  }

  /** From now on {@code name} is the variable {@code bare} of a package. */
  void alias(String name, BlockVariables scope, String bare) {
    aliases.put(name, new Held(scope, bare));
  }

  /** Names of the variables declared here; records as a whole and by field. */
  Set<String> names() {
    return Set.copyOf(values.keySet());
  }

  boolean isDeclared(String name) {
    return holder(name) != null;
  }

  /**
   * Gives a declared variable a value.
   *
   * @param from family of the value, UNKNOWN to go by its class
   * @throws SQLException ORA-06502 or ORA-01426 when the variable cannot hold it
   */
  void assign(String name, Kind from, @Nullable Object value) throws SQLException {
    Held holder = holder(name);
    if (holder != null) {
      VariableType type = type(name);
      Object stored = Assignment.of(type, from, value, host);
      holder.scope().values.put(holder.name(), new BlockHost.Typed(type.kind(), stored));
    }
  }

  @Override
  public Optional<Kind> kind(String name) {
    Held holder = holder(name);
    if (holder != null) {
      return Optional.ofNullable(holder.scope().values.get(holder.name()))
          .map(BlockHost.Typed::kind);
    }
    return constant(name).map(v -> v instanceof Number ? Kind.NUMBER : Kind.VARCHAR);
  }

  @Override
  public @Nullable Object value(String name) {
    Held holder = holder(name);
    if (holder != null) {
      BlockHost.Typed typed = holder.scope().values.get(holder.name());
      return typed == null ? null : typed.value();
    }
    Object value = constant(name).orElse(null);
    return value instanceof Number number ? new BigDecimal(number.toString()) : value;
  }

  /** {@code DBMS_LOGMNR.NEW}, {@code SYS.DBMS_LOGMNR.NEW}. */
  private Optional<Object> constant(String name) {
    String[] path = name.split("\\.", -1);
    int length = path.length;
    if (length < 2 || length > 3 || (length == 3 && !path[0].equals("SYS"))) {
      return Optional.empty();
    }
    return host.handler(path[length - 2])
        .map(PackageHandler::constants)
        .map(c -> c.get(path[length - 1]));
  }
}

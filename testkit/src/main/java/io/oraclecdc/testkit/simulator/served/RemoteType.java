package io.oraclecdc.testkit.simulator.served;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.lang.reflect.Method;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Struct;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Things that stay on the server and are named by a number; a more special type comes first. */
@SuppressWarnings("ImmutableEnumChecker") // the map does not change after construction
enum RemoteType {
  CONNECTION(Connection.class),
  CALLABLE(CallableStatement.class),
  PREPARED(PreparedStatement.class),
  STATEMENT(Statement.class),
  RESULT(ResultSet.class),
  DATABASE(DatabaseMetaData.class),
  PARAMETERS(ParameterMetaData.class),
  NCLOB(NClob.class),
  CLOB(Clob.class),
  BLOB(Blob.class),
  SAVEPOINT(Savepoint.class),
  ARRAY(Array.class),
  STRUCT(Struct.class),
  READER(Reader.class),
  INPUT(InputStream.class),
  WRITER(Writer.class),
  OUTPUT(OutputStream.class),
  CONTROL(SimulatorControl.class);

  private final Class<?> api;
  private final Map<String, Method> methods;

  RemoteType(Class<?> api) {
    this.api = api;
    this.methods = api.isInterface() ? methods(api) : Map.of();
  }

  private static Map<String, Method> methods(Class<?> api) {
    Map<String, Method> methods = new HashMap<>();
    for (Method method : api.getMethods()) {
      methods.put(key(method), method);
    }
    return Collections.unmodifiableMap(methods);
  }

  Class<?> api() {
    return api;
  }

  static RemoteType of(int ordinal) {
    return values()[ordinal];
  }

  static Optional<RemoteType> ofValue(@Nullable Object value) {
    return Arrays.stream(values()).filter(t -> t.api.isInstance(value)).findFirst();
  }

  /** Name and parameter types, the same in every release of the JDK. */
  static String key(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getName)
        .collect(Collectors.joining(",", method.getName() + "(", ")"));
  }

  /**
   * The method of a key.
   *
   * @throws IllegalArgumentException if this side's JDK has none
   */
  Method method(String key) {
    Method method = methods.get(key);
    if (method == null) {
      throw new IllegalArgumentException(api.getName() + " has no method " + key);
    }
    return method;
  }
}

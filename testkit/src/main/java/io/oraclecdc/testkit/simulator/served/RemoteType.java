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
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Things that stay on the server and are named by a number; a more special type comes first. */
@SuppressWarnings("ImmutableEnumChecker") // the map does not change after construction
enum RemoteType {
  CONNECTION(1, Connection.class),
  CALLABLE(2, CallableStatement.class),
  PREPARED(3, PreparedStatement.class),
  STATEMENT(4, Statement.class),
  RESULT(5, ResultSet.class),
  DATABASE(6, DatabaseMetaData.class),
  PARAMETERS(7, ParameterMetaData.class),
  NCLOB(8, NClob.class),
  CLOB(9, Clob.class),
  BLOB(10, Blob.class),
  SAVEPOINT(11, Savepoint.class),
  ARRAY(12, Array.class),
  STRUCT(13, Struct.class),
  READER(14, Reader.class),
  INPUT(15, InputStream.class),
  WRITER(16, Writer.class),
  OUTPUT(17, OutputStream.class),
  CONTROL(18, SimulatorControl.class);

  private final int code;
  private final Class<?> api;

  RemoteType(int code, Class<?> api) {
    this.code = code;
    this.api = api;
  }

  int code() {
    return code;
  }

  Class<?> api() {
    return api;
  }

  /**
   * The type of a code.
   *
   * @throws IllegalArgumentException if it is none
   */
  static RemoteType of(int code) {
    return Arrays.stream(values())
        .filter(t -> t.code == code)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no type of objects has code " + code));
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
    return Arrays.stream(api.getMethods())
        .filter(m -> key(m).equals(key))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(api.getName() + " has no method " + key));
  }
}

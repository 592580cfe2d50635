package io.oraclecdc.testkit.simulator.functions;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;

/** Makes every public method of the function classes an H2 alias: {@code SYS.ORA_METHOD_NAME}. */
public final class Aliases {
  private static final List<Class<?>> CLASSES =
      List.of(
          TextFunctions.class,
          NumberFunctions.class,
          DatetimeFunctions.class,
          SessionFunctions.class,
          LobFunctions.class,
          DumpFunctions.class);

  private Aliases() {}

  /** Creates the aliases in schema SYS, which must exist. */
  public static void create(Connection h2) throws SQLException {
    try (Statement statement = h2.createStatement()) {
      for (Class<?> type : CLASSES) {
        for (Method method : type.getDeclaredMethods()) {
          int modifiers = method.getModifiers();
          if (Modifier.isPublic(modifiers) && Modifier.isStatic(modifiers)) {
            statement.execute(
                "CREATE ALIAS SYS.\""
                    + name(method.getName())
                    + "\" FOR '"
                    + type.getName()
                    + "."
                    + method.getName()
                    + "'");
          }
        }
      }
    }
  }

  private static String name(String method) {
    return "ORA_" + method.replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
  }
}

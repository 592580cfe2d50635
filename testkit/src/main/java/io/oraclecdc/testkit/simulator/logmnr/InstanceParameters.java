package io.oraclecdc.testkit.simulator.logmnr;

import io.oraclecdc.testkit.simulator.redo.RedoOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Initialisation parameters with their defaults, for V$PARAMETER; the instance may set others. */
final class InstanceParameters {
  private static final int STRING = 2;
  private static final int INTEGER = 3;
  private static final int BOOLEAN = 1;

  private final SimInstance instance;
  private final Map<String, String> defaults = new LinkedHashMap<>();

  InstanceParameters(SimInstance instance, RedoOptions options) {
    this.instance = instance;
    String name = options.databaseName().toLowerCase(Locale.ROOT);
    defaults.put("archive_lag_target", "0");
    defaults.put("cluster_database", "FALSE");
    defaults.put("compatible", "19.0.0");
    defaults.put("cpu_count", "2");
    defaults.put("db_block_size", "8192");
    defaults.put("db_domain", "");
    defaults.put("db_name", options.databaseName());
    defaults.put("db_recovery_file_dest", "");
    defaults.put("db_unique_name", options.databaseName());
    defaults.put("enable_goldengate_replication", "FALSE");
    defaults.put("enable_pluggable_database", "FALSE");
    defaults.put("global_names", "FALSE");
    defaults.put("instance_name", name);
    defaults.put("log_archive_dest_1", "location=" + options.archiveDirectory());
    defaults.put("log_archive_format", options.archiveFormat());
    defaults.put("log_buffer", "7340032");
    defaults.put("max_string_size", "STANDARD");
    defaults.put("nls_length_semantics", "BYTE");
    defaults.put("open_cursors", "300");
    defaults.put("pga_aggregate_limit", "2147483648");
    defaults.put("pga_aggregate_target", "536870912");
    defaults.put("processes", "300");
    defaults.put("recyclebin", "on");
    defaults.put("service_names", options.databaseName());
    defaults.put("sessions", "472");
    defaults.put("streams_pool_size", "0");
    defaults.put("undo_management", "AUTO");
    defaults.put("undo_retention", "900");
    defaults.put("undo_tablespace", "UNDOTBS1");
  }

  String valueOr(String name, String otherwise) {
    return instance.parameter(name).orElse(otherwise);
  }

  List<ViewRow> rows() {
    List<ViewRow> rows = new ArrayList<>();
    defaults.forEach(
        (name, byDefault) -> {
          String value = valueOr(name, byDefault);
          rows.add(
              new ViewRow()
                  .put("NUM", rows.size() + 1L)
                  .put("NAME", name)
                  .put("TYPE", type(value))
                  .put("VALUE", value)
                  .put("DISPLAY_VALUE", value)
                  .put("DEFAULT_VALUE", byDefault)
                  .put("ISDEFAULT", value.equals(byDefault) ? "TRUE" : "FALSE")
                  .put("ISSES_MODIFIABLE", "FALSE")
                  .put("ISSYS_MODIFIABLE", "IMMEDIATE")
                  .put("ISINSTANCE_MODIFIABLE", "TRUE")
                  .put("ISMODIFIED", "FALSE")
                  .put("ISADJUSTED", "FALSE")
                  .put("ISDEPRECATED", "FALSE")
                  .put("ISBASIC", "FALSE")
                  .put("CON_ID", 0L));
        });
    return rows;
  }

  private static int type(String value) {
    if (value.equals("TRUE") || value.equals("FALSE")) {
      return BOOLEAN;
    }
    boolean isNumber = !value.isEmpty() && value.chars().allMatch(Character::isDigit);
    return isNumber ? INTEGER : STRING;
  }
}

package io.oraclecdc.auditor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;

/** Where two schemas differ, in anything that Connect knows of a schema. */
final class SchemaDifferences {
  private final List<String> found = new ArrayList<>();

  private SchemaDifferences() {}

  /**
   * Differences, a line each: {@code path attribute: theirs .., ours ..}.
   *
   * @param path what the schemas are of
   */
  static List<String> of(String path, Schema theirs, Schema ours) {
    SchemaDifferences differences = new SchemaDifferences();
    differences.schema(path, theirs, ours);
    return differences.found;
  }

  private void schema(String path, Schema theirs, Schema ours) {
    attribute(path, "type", theirs.type(), ours.type());
    attribute(path, "name", theirs.name(), ours.name());
    attribute(path, "version", theirs.version(), ours.version());
    attribute(path, "optional", theirs.isOptional(), ours.isOptional());
    attribute(path, "default", theirs.defaultValue(), ours.defaultValue());
    attribute(path, "doc", theirs.doc(), ours.doc());
    attribute(path, "parameters", parameters(theirs), parameters(ours));
    if (theirs.type() == Schema.Type.ARRAY && ours.type() == Schema.Type.ARRAY) {
      schema(path + "[]", theirs.valueSchema(), ours.valueSchema());
      return;
    }
    if (theirs.type() != Schema.Type.STRUCT || ours.type() != Schema.Type.STRUCT) {
      return;
    }
    List<String> common = common(theirs, ours);
    attribute(path, "order", common, common(ours, theirs));
    only(path, "theirs", theirs, ours);
    only(path, "ours", ours, theirs);
    for (String name : common) {
      schema(path + "." + name, theirs.field(name).schema(), ours.field(name).schema());
    }
  }

  private static Map<String, String> parameters(Schema schema) {
    return schema.parameters() == null ? Map.of() : new TreeMap<>(schema.parameters());
  }

  private static List<String> common(Schema one, Schema other) {
    return one.fields().stream().map(Field::name).filter(n -> other.field(n) != null).toList();
  }

  private void only(String path, String side, Schema one, Schema other) {
    for (Field field : one.fields()) {
      if (other.field(field.name()) == null) {
        found.add(path + "." + field.name() + " only in " + side);
      }
    }
  }

  private void attribute(
      String path, String attribute, @Nullable Object theirs, @Nullable Object ours) {
    if (!Objects.equals(theirs, ours)) {
      found.add("%s %s: theirs %s, ours %s".formatted(path, attribute, theirs, ours));
    }
  }
}

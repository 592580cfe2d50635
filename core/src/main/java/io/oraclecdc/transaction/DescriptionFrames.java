package io.oraclecdc.transaction;

import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.DictionaryTable;
import io.oraclecdc.schema.DictionaryTable.DictionaryColumn;
import io.oraclecdc.schema.DictionaryTable.LogGroup;
import io.oraclecdc.schema.DictionaryTable.Organization;
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.FrameInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Tables as the dictionary describes them, as bytes. */
final class DescriptionFrames {
  private static final int NULLABLE = 1;
  private static final int HIDDEN = 2;
  private static final int VIRTUAL = 4;
  private static final int USER_GENERATED = 8;
  private static final int IDENTITY = 16;
  private static final int IN_CHARACTERS = 32;

  private DescriptionFrames() {}

  static void write(FrameBuilder out, DictionaryTable table) {
    out.putText(table.id().pdb());
    out.putText(table.id().owner());
    out.putText(table.id().name());
    out.putUnsigned(table.objectId());
    out.putUnsigned(table.segmentIds().size());
    table.segmentIds().forEach(out::putUnsigned);
    out.putText(table.organization().name());
    out.putByte((table.partitioned() ? 1 : 0) + (table.rowMovement() ? 2 : 0));
    out.putUnsigned(table.columns().size());
    table.columns().forEach(column -> write(out, column));
    names(out, table.primaryKey());
    out.putUnsigned(table.uniqueKeys().size());
    table.uniqueKeys().forEach(key -> names(out, key));
    out.putUnsigned(table.logGroups().size());
    for (LogGroup group : table.logGroups()) {
      out.putText(group.type());
      out.putText(group.name());
      names(out, List.copyOf(new TreeSet<>(group.columns())));
    }
    out.putUnsigned(table.keyNames().size());
    new TreeMap<>(table.keyNames())
        .forEach(
            (name, key) -> {
              out.putText(name);
              names(out, key);
            });
  }

  private static void names(FrameBuilder out, List<String> names) {
    out.putUnsigned(names.size());
    names.forEach(out::putText);
  }

  private static void write(FrameBuilder out, DictionaryColumn column) {
    out.putText(column.name());
    out.putText(column.dataType());
    optional(out, column.typeOwner());
    out.putSigned(column.dataLength());
    out.putSigned(column.charLength());
    number(out, column.precision());
    number(out, column.scale());
    out.putByte(
        (column.nullable() ? NULLABLE : 0)
            + (column.hidden() ? HIDDEN : 0)
            + (column.virtual() ? VIRTUAL : 0)
            + (column.userGenerated() ? USER_GENERATED : 0)
            + (column.identity() ? IDENTITY : 0)
            + (column.inCharacters() ? IN_CHARACTERS : 0));
    out.putSigned(column.internalId());
    optional(out, column.defaultExpression());
  }

  static void optional(FrameBuilder out, @Nullable String text) {
    out.putByte(text == null ? 0 : 1);
    if (text != null) {
      out.putText(text);
    }
  }

  private static void number(FrameBuilder out, @Nullable Integer number) {
    out.putByte(number == null ? 0 : 1);
    if (number != null) {
      out.putSigned(number);
    }
  }

  static DictionaryTable read(FrameInput in) {
    TableId id = new TableId(in.getText(), in.getText(), in.getText());
    long objectId = in.getUnsigned();
    List<Long> segmentIds = new ArrayList<>();
    for (long n = in.getUnsigned(); n > 0; n--) {
      segmentIds.add(in.getUnsigned());
    }
    Organization organization = Organization.valueOf(in.getText());
    int traits = in.getByte();
    List<DictionaryColumn> columns = new ArrayList<>();
    for (long n = in.getUnsigned(); n > 0; n--) {
      columns.add(column(in));
    }
    List<String> primaryKey = names(in);
    List<List<String>> uniqueKeys = new ArrayList<>();
    for (long n = in.getUnsigned(); n > 0; n--) {
      uniqueKeys.add(names(in));
    }
    List<LogGroup> logGroups = new ArrayList<>();
    for (long n = in.getUnsigned(); n > 0; n--) {
      String type = in.getText();
      String name = in.getText();
      Set<String> logged = new LinkedHashSet<>(names(in));
      logGroups.add(new LogGroup(type, logged, name));
    }
    Map<String, List<String>> keyNames = new LinkedHashMap<>();
    for (long n = in.getUnsigned(); n > 0; n--) {
      String name = in.getText();
      keyNames.put(name, names(in));
    }
    return new DictionaryTable(
        id,
        objectId,
        segmentIds,
        organization,
        (traits & 1) != 0,
        (traits & 2) != 0,
        columns,
        primaryKey,
        uniqueKeys,
        logGroups,
        keyNames);
  }

  private static List<String> names(FrameInput in) {
    List<String> names = new ArrayList<>();
    for (long n = in.getUnsigned(); n > 0; n--) {
      names.add(in.getText());
    }
    return names;
  }

  private static DictionaryColumn column(FrameInput in) {
    String name = in.getText();
    String dataType = in.getText();
    String typeOwner = optional(in);
    int dataLength = (int) in.getSigned();
    int charLength = (int) in.getSigned();
    Integer precision = number(in);
    Integer scale = number(in);
    int traits = in.getByte();
    int internalId = (int) in.getSigned();
    return new DictionaryColumn(
        name,
        dataType,
        typeOwner,
        dataLength,
        charLength,
        (traits & IN_CHARACTERS) != 0,
        precision,
        scale,
        (traits & NULLABLE) != 0,
        (traits & HIDDEN) != 0,
        (traits & VIRTUAL) != 0,
        (traits & USER_GENERATED) != 0,
        (traits & IDENTITY) != 0,
        internalId,
        optional(in));
  }

  static @Nullable String optional(FrameInput in) {
    return in.getByte() == 0 ? null : in.getText();
  }

  private static @Nullable Integer number(FrameInput in) {
    return in.getByte() == 0 ? null : (Integer) (int) in.getSigned();
  }
}

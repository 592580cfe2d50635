package io.oraclecdc.transaction;

import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TableId;
import io.oraclecdc.schema.DictionaryTable;
import io.oraclecdc.schema.KnownTable;
import io.oraclecdc.schema.RedoMoment;
import io.oraclecdc.schema.TableSchema;
import io.oraclecdc.schema.TableTimeline.Proof;
import io.oraclecdc.schema.TableTimeline.Version;
import io.oraclecdc.spill.FrameBuilder;
import io.oraclecdc.spill.FrameInput;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known of captured tables, as bytes. */
final class KnownTableFrames {
  private KnownTableFrames() {}

  static void write(FrameBuilder out, KnownTable table) {
    name(out, table.id());
    out.putUnsigned(table.objectId());
    out.putUnsigned(table.segmentIds().size());
    table.segmentIds().forEach(out::putUnsigned);
    Scn droppedAt = table.droppedAt();
    out.putByte(droppedAt == null ? 0 : 1);
    if (droppedAt != null) {
      out.putLong(droppedAt.value());
    }
    DescriptionFrames.optional(out, table.setAside());
    DictionaryTable described = table.described();
    out.putByte(described == null ? 0 : 1);
    if (described != null) {
      DescriptionFrames.write(out, described);
    }
    out.putUnsigned(table.versions().size());
    table.versions().forEach(version -> write(out, version));
  }

  private static void name(FrameBuilder out, TableId id) {
    out.putText(id.pdb());
    out.putText(id.owner());
    out.putText(id.name());
  }

  private static void write(FrameBuilder out, Version version) {
    RedoMoment from = version.from();
    out.putLong(from.scn().value());
    out.putUnsigned(from.thread().number());
    out.putUnsigned(from.address().sequence());
    out.putUnsigned(from.address().block());
    out.putUnsigned(from.address().offset());
    out.putText(version.proof().name());
    out.putLong(version.readAt().value());
    ErrorCode code = version.code();
    DescriptionFrames.optional(out, code == null ? null : code.name());
    DescriptionFrames.optional(out, version.reason());
    TableSchema layout = version.layout();
    out.putByte(layout == null ? 0 : 1);
    if (layout != null) {
      SchemaFrames.write(out, layout);
      name(out, layout.publishedAs());
    }
  }

  static KnownTable read(FrameInput in) {
    TableId id = name(in);
    long objectId = in.getUnsigned();
    List<Long> segmentIds = new ArrayList<>();
    for (long n = in.getUnsigned(); n > 0; n--) {
      segmentIds.add(in.getUnsigned());
    }
    Scn droppedAt = in.getByte() == 0 ? null : new Scn(in.getLong());
    String setAside = DescriptionFrames.optional(in);
    DictionaryTable described = in.getByte() == 0 ? null : DescriptionFrames.read(in);
    List<Version> versions = new ArrayList<>();
    for (long n = in.getUnsigned(); n > 0; n--) {
      versions.add(version(in));
    }
    return new KnownTable(id, objectId, versions, segmentIds, described, droppedAt, setAside);
  }

  private static TableId name(FrameInput in) {
    return new TableId(in.getText(), in.getText(), in.getText());
  }

  private static Version version(FrameInput in) {
    Scn scn = new Scn(in.getLong());
    RedoThread thread = new RedoThread((int) in.getUnsigned());
    RedoAddress address =
        new RedoAddress(in.getUnsigned(), in.getUnsigned(), (int) in.getUnsigned());
    Proof proof = Proof.valueOf(in.getText());
    Scn readAt = new Scn(in.getLong());
    String code = DescriptionFrames.optional(in);
    String reason = DescriptionFrames.optional(in);
    TableSchema layout = in.getByte() == 0 ? null : layout(in);
    return new Version(
        new RedoMoment(scn, thread, address), layout, proof, readAt, code(code), reason);
  }

  private static @Nullable ErrorCode code(@Nullable String name) {
    return name == null ? null : ErrorCode.valueOf(name);
  }

  private static TableSchema layout(FrameInput in) {
    TableSchema layout = SchemaFrames.read(in);
    return layout.with(layout.version(), name(in));
  }
}

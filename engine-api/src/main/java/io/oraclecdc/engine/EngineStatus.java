package io.oraclecdc.engine;

import io.oraclecdc.pipeline.CaptureStatus;
import io.oraclecdc.position.Position;
import io.oraclecdc.snapshot.SnapshotStatus;
import java.util.Optional;

/**
 * A snapshot of what an engine is doing.
 *
 * @param state where it is in its life
 * @param delivered changes handed to the consumer since the start
 * @param acknowledged newest position over an unbroken prefix of acknowledged changes; empty before
 *     the first
 * @param capture what the mining side is doing
 * @param snapshot what the reading of tables is doing
 */
public record EngineStatus(
    EngineState state,
    long delivered,
    Optional<Position> acknowledged,
    CaptureStatus capture,
    SnapshotStatus snapshot) {}

package io.oraclecdc.pipeline;

import io.oraclecdc.errors.ErrorCode;
import io.oraclecdc.errors.RetriableException;
import io.oraclecdc.mining.MinedRow;
import io.oraclecdc.mining.MiningStart;
import io.oraclecdc.mining.MiningStep;
import io.oraclecdc.mining.RedoSource;
import io.oraclecdc.mining.StepEnd;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A source that is opened anew after its session was lost. The failure itself still reaches the caller, who decides when to try again;
 * the next step then runs on a new source, which checks the identity of the database when it is made.
 */
final class ReconnectingSource implements RedoSource {
  private final Supplier<RedoSource> sources;
  private @Nullable RedoSource current;

  ReconnectingSource(Supplier<RedoSource> sources) {
    this.sources = sources;
  }

  @Override
  public MiningStep open(MiningStart start) {
    RedoSource source = current;
    if (source == null) {
      source = sources.get();
      current = source;
    }
    try {
      return new Watched(source.open(start));
    } catch (RetriableException e) {
      forgetIfLost(e);
      throw e;
    }
  }

  private void forgetIfLost(RetriableException failure) {
    if (failure.code().retry() == ErrorCode.Retry.SESSION) {
      close();
    }
  }

  @Override
  public void close() {
    RedoSource source = current;
    current = null;
    if (source != null) {
      source.close();
    }
  }

  /** A step that tells when its session is lost. */
  private final class Watched implements MiningStep {
    private final MiningStep step;

    Watched(MiningStep step) {
      this.step = step;
    }

    @Override
    public @Nullable MinedRow next() {
      try {
        return step.next();
      } catch (RetriableException e) {
        forgetIfLost(e);
        throw e;
      }
    }

    @Override
    public StepEnd finish() {
      try {
        return step.finish();
      } catch (RetriableException e) {
        forgetIfLost(e);
        throw e;
      }
    }

    @Override
    public void close() {
      step.close();
    }
  }
}

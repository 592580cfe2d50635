package io.oraclecdc.change;

import io.oraclecdc.model.Container;
import io.oraclecdc.model.RedoAddress;
import io.oraclecdc.model.RedoThread;
import io.oraclecdc.model.Scn;
import io.oraclecdc.model.TransactionKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The committed transaction a change belongs to. One object for all its changes.
 *
 * @param key container and XID
 * @param container where it ran
 * @param thread redo thread of the commit
 * @param commitScn SCN of the commit
 * @param commitAddress redo address of the COMMIT row
 * @param commitTime time of the commit in whole seconds, null when the redo carries none
 * @param userName Oracle user that ran it, null when unknown
 * @param eventCount number of changes of captured tables that it made and kept
 */
public record TransactionInfo(
    TransactionKey key,
    Container container,
    RedoThread thread,
    Scn commitScn,
    RedoAddress commitAddress,
    @Nullable Instant commitTime,
    @Nullable String userName,
    int eventCount) {}

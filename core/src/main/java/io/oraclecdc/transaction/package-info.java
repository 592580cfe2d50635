/**
 * Keeps the changes of open transactions in redo order until commit or rollback, and says at commit
 * which of them survived.
 *
 * <p>Most readers need {@link io.oraclecdc.transaction.TransactionBuffer} (in) and {@link
 * io.oraclecdc.transaction.CommittedTransaction} (out). One thread: the capture thread.
 */
@NullMarked
package io.oraclecdc.transaction;

import org.jspecify.annotations.NullMarked;

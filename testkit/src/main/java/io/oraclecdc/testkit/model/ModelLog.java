package io.oraclecdc.testkit.model;

import io.oraclecdc.model.OperationCode;
import io.oraclecdc.model.RedoAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A redo log of a thread, from when it is current until it is purged. */
final class ModelLog {
  private static final int BLOCK_BYTES = 512;

  private final ModelThread thread;
  private final long sequence;
  private final long firstScn;
  private final List<RedoEntry> entries = new ArrayList<>();

  /** Indexes of COMMIT rows; only so many count. */
  private int[] commits = new int[16];

  private int commitCount;
  private long lowestScn = Long.MAX_VALUE;
  private long nextScn = Long.MAX_VALUE;
  private long block = 2;
  private int offset = 0x10;
  private int flushed;
  private boolean overwritten;
  private boolean archived;
  private boolean purged;
  private long archivedAt;
  private long listedAt;

  ModelLog(ModelThread thread, long sequence, long firstScn) {
    this.thread = thread;
    this.sequence = sequence;
    this.firstScn = firstScn;
  }

  ModelThread thread() {
    return thread;
  }

  long sequence() {
    return sequence;
  }

  long firstScn() {
    return firstScn;
  }

  /** Exclusive; the highest long while the log is current. */
  long nextScn() {
    return nextScn;
  }

  boolean isCurrent() {
    return nextScn == Long.MAX_VALUE;
  }

  /** A new address behind all others. */
  RedoAddress nextAddress(int length) {
    RedoAddress address = new RedoAddress(sequence, block, offset);
    int end = offset + Math.max(16, length / 4 * 4);
    block += end / BLOCK_BYTES;
    offset = end % BLOCK_BYTES;
    return address;
  }

  void append(RedoEntry entry) {
    if (entry.transaction() != null && entry.row().operation() == OperationCode.COMMIT) {
      if (commitCount == commits.length) {
        commits = Arrays.copyOf(commits, 2 * commitCount);
      }
      commits[commitCount++] = entries.size();
    }
    lowestScn = Math.min(lowestScn, entry.scn());
    entries.add(entry);
  }

  /** Number of rows, those in the log buffer included. */
  int size() {
    return entries.size();
  }

  RedoEntry entry(int index) {
    return entries.get(index);
  }

  /** Number of rows that are in the file. */
  int flushed() {
    return flushed;
  }

  void flush() {
    flushed = entries.size();
  }

  /** It is full: rows and everything before them are in the file. */
  void close(long next, long archiveAt, long listAt) {
    flush();
    nextScn = next;
    archivedAt = archiveAt;
    listedAt = listAt;
  }

  /** Archives it when it is time. */
  void archiveIfDue(long action) {
    archived |= !isCurrent() && action >= archivedAt;
  }

  /** Its online file is used for another sequence from now on; it was archived before. */
  void overwrite() {
    archived = true;
    overwritten = true;
  }

  boolean isOverwritten() {
    return overwritten;
  }

  boolean isArchived() {
    return archived;
  }

  /** Whether views list it in a form that can be read. */
  boolean isListed(long action) {
    return action >= listedAt;
  }

  void purge() {
    archived = true;
    overwritten = true;
    purged = true;
    entries.clear();
    commitCount = 0;
    lowestScn = Long.MAX_VALUE;
    flushed = 0;
  }

  boolean isPurged() {
    return purged;
  }

  /** Lowest SCN of the rows from an index on, the highest long when there are none. */
  long lowestScnFrom(int index) {
    if (index == 0) {
      return lowestScn;
    }
    long lowest = Long.MAX_VALUE;
    for (int i = index; i < entries.size(); i++) {
      lowest = Math.min(lowest, entries.get(i).scn());
    }
    return lowest;
  }

  /** SCN of the first commit from an index on, the highest long when there is none. */
  long firstCommitFrom(int index) {
    int found = Arrays.binarySearch(commits, 0, commitCount, index);
    int at = found >= 0 ? found : -found - 1;
    return at < commitCount ? entries.get(commits[at]).scn() : Long.MAX_VALUE;
  }
}

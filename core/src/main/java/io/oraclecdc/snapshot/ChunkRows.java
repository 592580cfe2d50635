package io.oraclecdc.snapshot;

import java.util.List;

/**
 * The rows of a chunk that was read.
 *
 * @param chunk what was read: shorter than what was asked for, when its time was over
 * @param blocks its rows in order
 * @param rows how many
 * @param wasCut whether its time was over before its end
 */
record ChunkRows(Chunk chunk, List<WaitingRows.Block> blocks, long rows, boolean wasCut) {

  void drop(WaitingRows waiting) {
    blocks.forEach(waiting::drop);
  }
}

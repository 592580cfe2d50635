package io.oraclecdc.spill;

/**
 * A run of whole frames of one log in a segment file.
 *
 * @param segment the file
 * @param offset where it begins in the file
 * @param length bytes
 */
record Extent(SegmentFile segment, long offset, long length) {}

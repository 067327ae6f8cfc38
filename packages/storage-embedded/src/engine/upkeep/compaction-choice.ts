import type { SegmentInfo } from '../index/accounting.ts';
import type { Covers } from '../log/entries.ts';

export interface ChoiceLimits {
  /** A segment with at least this share of its bytes to gain, and as many bytes, is worth rewriting. */
  readonly minShare: number;
  readonly minBytes: number;
  /** Segments shorter than this are merged when there are more than `maxSmall` of them. */
  readonly smallBytes: number;
  readonly maxSmall: number;
}

/**
 * Whether a tombstone has to stay when `segment` goes: one of the segments it
 * covers is still there, or another segment may have copies of records that were
 * moved out of it.
 */
export function isNeeded(
  covers: Covers,
  segment: number,
  segments: ReadonlyMap<number, SegmentInfo>,
): boolean {
  for (const other of segments.values()) {
    if (other.id !== segment) {
      if (other.draining || (other.id >= covers[0] && other.id <= covers[1])) {
        return true;
      }
    }
  }
  return false;
}

/** Bytes that rewriting a segment would give back. */
export function gainOf(segment: SegmentInfo, segments: ReadonlyMap<number, SegmentInfo>): number {
  let kept = segment.live;
  for (const { covers, bytes } of segment.tombstones.values()) {
    kept += isNeeded(covers, segment.id, segments) ? bytes : 0;
  }
  return segment.length - kept;
}

/**
 * The segment to rewrite next, or undefined when none is worth it: one whose
 * rewriting was begun, then the one with the largest share to gain, then the
 * shortest of many short ones.
 */
export function chooseSegment(
  segments: ReadonlyMap<number, SegmentInfo>,
  not: ReadonlySet<number>,
  limits: ChoiceLimits,
): number | undefined {
  const all = [...segments.values()].filter((segment) => !not.has(segment.id));
  const begun = all.find((segment) => segment.draining);
  if (begun) {
    return begun.id;
  }
  let best: { id: number; share: number } | undefined;
  for (const segment of all) {
    const gain = gainOf(segment, segments);
    const share = gain / segment.length;
    if (gain >= limits.minBytes && share >= limits.minShare && (!best || share > best.share)) {
      best = { id: segment.id, share };
    }
  }
  if (best) {
    return best.id;
  }
  const small = all.filter((segment) => segment.length < limits.smallBytes);
  small.sort((a, b) => a.length - b.length);
  return small.length > limits.maxSmall ? small[0]?.id : undefined;
}

import type { SegmentInfo } from '../index/accounting.ts';
import type { Covers } from '../log/entries.ts';

export interface ChoiceLimits {
  /**
   * A segment is worth rewriting if at least this share of its bytes, and at least `minBytes`, can
   * be reclaimed.
   */
  readonly minShare: number;
  readonly minBytes: number;
  /** Segments shorter than this are merged if there are more than `maxSmall` of them. */
  readonly smallBytes: number;
  readonly maxSmall: number;
}

/** The existing segments, for looking up which of a range are left. */
export class SegmentSpan {
  readonly #ids: readonly number[];
  readonly #draining: readonly number[];

  constructor(segments: ReadonlyMap<number, SegmentInfo>) {
    this.#ids = [...segments.keys()].sort((a, b) => a - b);
    this.#draining = [...segments.values()].filter((s) => s.draining).map((s) => s.id);
  }

  /**
   * Whether a tombstone must be kept when `segment` goes: a segment it covers still exists, or
   * another one may have copies of records that were moved out of it.
   */
  needs(covers: Covers, segment: number): boolean {
    if (this.#draining.some((id) => id !== segment)) {
      return true;
    }
    const at = this.#firstFrom(covers[0]);
    const next = this.#ids[at] === segment ? this.#ids[at + 1] : this.#ids[at];
    return next !== undefined && next <= covers[1];
  }

  /** Returns the index of the first id that is at least `id`. */
  #firstFrom(id: number): number {
    let low = 0;
    let high = this.#ids.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ids[middle] ?? 0) < id) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the bytes that rewriting a segment would reclaim. */
  gain(segment: SegmentInfo): number {
    let kept = segment.live;
    for (const { covers, bytes } of segment.tombstones.values()) {
      kept += this.needs(covers, segment.id) ? bytes : 0;
    }
    return segment.length - kept;
  }
}

/**
 * Returns the segment to rewrite next, or undefined if none is worth it: first one whose rewriting
 * has begun, then the one with the largest reclaimable share, then the shortest of many short ones.
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
  const span = new SegmentSpan(segments);
  let best: { id: number; share: number } | undefined;
  for (const segment of all) {
    const gain = span.gain(segment);
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

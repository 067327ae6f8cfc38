import type { HealedItem, HealMessage } from '@stowage/contract/tools/heal';
import type { StreamEntry, StreamFold } from '#web/lib/stream/stream-state.ts';

/** The results of a heal run so far. */
export interface HealSummary {
  /** The latest counts; undefined before the first message. */
  readonly counts: HealMessage | undefined;
  /** Newest last. */
  readonly items: readonly HealedItem[];
}

/** The server sends no more than this. */
const maxItems = 5000;

function add(summary: HealSummary, entries: readonly StreamEntry<HealMessage>[]): HealSummary {
  let { counts } = summary;
  let added: HealedItem[] = [];
  let kept = summary.items;
  for (const entry of entries) {
    if (entry.kind === 'message') {
      counts = entry.message;
      added.push(...entry.message.itemsHealthStatus);
    } else if (entry.missed === undefined) {
      // The connection was lost, and the server started over.
      counts = undefined;
      kept = [];
      added = [];
    }
  }
  return { counts, items: added.length > 0 ? [...kept, ...added].slice(-maxItems) : kept };
}

/** Accumulates the messages of a heal run; each has all counts but only new items. */
export const healFold: StreamFold<HealMessage, HealSummary> = {
  empty: { counts: undefined, items: [] },
  add,
};

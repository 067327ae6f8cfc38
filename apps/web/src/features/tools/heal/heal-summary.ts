import type { HealedItem, HealMessage } from '@stowage/contract/tools/heal';
import type { StreamEntry, StreamFold } from '#web/lib/stream/stream-state.ts';

/** What a run of healing has found so far. */
export interface HealSummary {
  /** The counts, as they came last; undefined before any came. */
  readonly counts: HealMessage | undefined;
  /** The newest last. */
  readonly items: readonly HealedItem[];
}

/** More are not sent. */
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
      // The connection broke, and the server began anew.
      counts = undefined;
      kept = [];
      added = [];
    }
  }
  return { counts, items: added.length > 0 ? [...kept, ...added].slice(-maxItems) : kept };
}

/** Adds up what a run of healing tells; each message has all counts and only new items. */
export const healFold: StreamFold<HealMessage, HealSummary> = {
  empty: { counts: undefined, items: [] },
  add,
};

import type {
  ColourCounts,
  HealedItem,
  HealMessage,
  HealthColour,
} from '@stowage/contract/tools/heal';
import type { HealDrive, HealItem } from '@stowage/storage-client/admin';

/** Items per message and per run; further ones are only counted. */
const MAX_PER_MESSAGE = 200;
const MAX_LISTED = 5000;

/**
 * The highest surplus of drives for Red, Yellow and Green, by parity, which is how many drives may
 * be missing.
 */
const SURPLUS: Readonly<Record<number, readonly [red: number, yellow: number, green: number]>> = {
  1: [0, -1, 1],
  2: [0, 1, 2],
  3: [1, 2, 3],
  4: [1, 2, 4],
  5: [1, 3, 5],
  6: [2, 4, 6],
  7: [2, 4, 7],
  8: [2, 5, 8],
};

/**
 * Returns the colour for a number of parts beyond those required, given the highest possible
 * surplus.
 */
export function colourOf(surplus: number, parity: number): HealthColour {
  if (surplus < 0) return 'Grey';
  if (surplus >= parity) return 'Green';
  const [red, yellow] = SURPLUS[parity] ?? [0, -1];
  if (surplus <= red) return 'Red';
  return surplus <= yellow ? 'Yellow' : 'Green';
}

const count = (drives: readonly HealDrive[], state: string) =>
  drives.filter((drive) => drive.state === state).length;

/** Buckets and metadata are stored on every drive of a set and need more than half of them. */
function colourOfItem(item: HealItem, drives: readonly HealDrive[]): HealthColour {
  const online = count(drives, 'ok');
  if (item.type !== 'bucket' && item.type !== 'metadata') {
    return colourOf(online - item.dataBlocks, item.parityBlocks);
  }
  const sets = Math.max(1, item.setCount);
  const perSet = Math.floor(item.diskCount / sets);
  const quorum = Math.floor(perSet / 2) + 1;
  return colourOf(Math.floor(online / sets) - quorum, perSet - quorum);
}

function sideOf(item: HealItem, drives: readonly HealDrive[]): HealedItem['before'] {
  return {
    color: colourOfItem(item, drives),
    online: count(drives, 'ok'),
    offline: count(drives, 'offline'),
    missing: count(drives, 'missing'),
    corrupted: count(drives, 'corrupt'),
    drives: drives.map(({ endpoint, state }) => ({ endpoint, state })),
  };
}

function present(item: HealItem): HealedItem {
  const { type, bucket, object, detail, versionId, size } = item;
  const isObject = type === 'object';
  const name = object === '' ? bucket || detail : `${bucket}/${object}`;
  return {
    type: isObject ? 'object' : type === 'bucket' ? 'bucket' : 'system',
    name,
    versionId,
    size: isObject ? Math.max(0, size) : 0,
    error: detail,
    before: sideOf(item, item.before),
    after: sideOf(item, item.after),
  };
}

const noColours = (): ColourCounts => ({ Green: 0, Yellow: 0, Red: 0, Grey: 0 });

/** Accumulates the results of a healing run. */
export class HealFold {
  readonly #startedAt: number;
  readonly #counts = {
    ...{ bytesScanned: 0, objectsScanned: 0, itemsScanned: 0 },
    ...{ objectsHealed: 0, itemsHealed: 0, objectsFailed: 0 },
  };
  readonly #before = noColours();
  readonly #after = noColours();
  #listed = 0;
  #leftOut = 0;

  /** @param startedAt milliseconds since the epoch */
  constructor(startedAt: number) {
    this.#startedAt = startedAt;
  }

  /** Yields the messages for new items, at least one. */
  *add(items: readonly HealItem[], end: { finished: boolean; failure?: string }, now: number) {
    const listed: HealedItem[] = [];
    for (const item of items) {
      const shown = this.#count(item);
      if (!shown) continue;
      listed.push(shown);
      if (listed.length === MAX_PER_MESSAGE) {
        yield this.#message(listed.splice(0), { finished: false }, now);
      }
    }
    yield this.#message(listed, end, now);
  }

  /**
   * Counts an item, and returns it if it is to be listed because it was or is incomplete on some
   * drive.
   */
  #count(item: HealItem): HealedItem | undefined {
    const shown = present(item);
    const counts = this.#counts;
    const isObject = shown.type === 'object';
    const isHealed = shown.after.online > shown.before.online;
    const isWhole = shown.after.online === item.after.length;
    counts.itemsScanned++;
    counts.itemsHealed += isHealed ? 1 : 0;
    this.#before[shown.before.color]++;
    this.#after[shown.after.color]++;
    if (isObject) {
      counts.bytesScanned += shown.size;
      counts.objectsScanned++;
      counts.objectsHealed += isHealed ? 1 : 0;
      counts.objectsFailed += isWhole ? 0 : 1;
    }
    const isSound = isWhole && shown.before.online === item.before.length && shown.error === '';
    if (isSound) return undefined;
    if (this.#listed >= MAX_LISTED) {
      this.#leftOut++;
      return undefined;
    }
    this.#listed++;
    return shown;
  }

  #message(
    itemsHealthStatus: readonly HealedItem[],
    { finished, failure }: { finished: boolean; failure?: string },
    now: number,
  ): HealMessage {
    return {
      healDuration: Math.round((now - this.#startedAt) / 100) / 10,
      ...this.#counts,
      healthBeforeCols: { ...this.#before },
      healthAfterCols: { ...this.#after },
      itemsHealthStatus: [...itemsHealthStatus],
      itemsLeftOut: this.#leftOut,
      finished,
      ...(failure === undefined ? {} : { failure }),
    };
  }
}

import { isGap } from '@stowage/contract/stream';
import type { StreamEntry } from './stream-state.ts';

/** Milliseconds between deliveries: frequent enough to look live, without work on every frame. */
const deliverEvery = 100;
/** The interval when there are too many messages to read. */
const deliverMany = 300;
const many = 200;

export interface Inbox {
  /** Accepts a frame of the socket: one or more messages, one per line. */
  readonly add: (frame: string) => void;
  /** Notes that the connection was lost for this many milliseconds. */
  readonly addGap: (lostFor: number) => void;
  /** Delivers waiting messages at once. */
  readonly flush: () => void;
}

/**
 * Collects incoming messages and delivers them on animation frames, at most ten times a second and
 * less often under load. A hidden page has no animation frames, so `limit` bounds what is waiting.
 */
export function frameInbox<Message>(
  limit: number,
  deliver: (entries: readonly StreamEntry<Message>[]) => void,
): Inbox {
  let nextId = 0;
  let waiting: StreamEntry<Message>[] = [];
  let dropped = 0;
  let delivered = Number.NEGATIVE_INFINITY;
  let pause = deliverEvery;
  let frame: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    if (frame !== undefined) cancelAnimationFrame(frame);
    timer = undefined;
    frame = undefined;
    const entries = waiting;
    pause = entries.length > many ? deliverMany : deliverEvery;
    if (dropped > 0) entries.unshift({ id: nextId++, kind: 'gap', missed: dropped });
    waiting = [];
    dropped = 0;
    delivered = performance.now();
    if (entries.length > 0) deliver(entries);
  }

  function askForFrame(): void {
    timer = undefined;
    frame = requestAnimationFrame(flush);
  }

  function put(entry: StreamEntry<Message>): void {
    waiting.push(entry);
    if (waiting.length > 2 * limit) {
      const gone = waiting.length - limit;
      dropped += countOf(waiting.slice(0, gone));
      waiting = waiting.slice(gone);
    }
    if (frame !== undefined || timer !== undefined) return;
    const wait = delivered + pause - performance.now();
    if (wait <= 0) askForFrame();
    else timer = setTimeout(askForFrame, wait);
  }

  return {
    flush,
    addGap: (lostFor) => put({ id: nextId++, kind: 'gap', lostFor }),
    add(text) {
      for (const line of text.split('\n')) {
        const sent: object = JSON.parse(line);
        if (isGap(sent)) put({ id: nextId++, kind: 'gap', missed: sent.missed });
        else put({ id: nextId++, kind: 'message', message: sent as Message });
      }
    },
  };
}

/** Counts the messages in the entries, including missing ones. */
function countOf(entries: readonly StreamEntry<unknown>[]): number {
  return entries.reduce(
    (sum, entry) => sum + (entry.kind === 'message' ? 1 : (entry.missed ?? 0)),
    0,
  );
}

import { Readable } from 'node:stream';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { EventRecord } from './event-record.ts';

/** What a listener wants to hear of. */
export interface ListenerWish {
  /** '' for all buckets. */
  readonly bucket: string;
  /** Without their 's3:'. */
  readonly events: ReadonlySet<string>;
  readonly matches: (key: string) => boolean;
  /** Seconds between two signs of life; without it MinIO's older form of them is sent. */
  readonly ping?: number;
}

const MAX_LISTENERS = 256;
/** A listener that reads more slowly than events come misses some from here on. */
const MAX_WAITING_BYTES = 1024 * 1024;
const OLD_PING_MS = 500;
const EMPTY_EVENT = `${JSON.stringify({ Records: null })}\n`;

interface Listener {
  readonly wish: ListenerWish;
  readonly stream: Readable;
  /** Of its signs of life. */
  readonly timer: NodeJS.Timeout;
}

/** Those who listen to events while they happen, over a request that stays open. */
export class Listeners {
  readonly #all = new Set<Listener>();

  /** Without any, events need not be made for them. */
  get any(): boolean {
    return this.#all.size > 0;
  }

  /**
   * A stream of events, one JSON document a line, with signs of life between them. It ends
   * when it is destroyed or the store closes.
   *
   * @throws S3Error SlowDown when too many listen
   */
  open(wish: ListenerWish): Readable {
    if (this.#all.size >= MAX_LISTENERS) {
      throw new S3Error('SlowDown');
    }
    const life = wish.ping === undefined ? ' ' : EMPTY_EVENT;
    const every = wish.ping === undefined ? OLD_PING_MS : wish.ping * 1000;
    const timer = setInterval(() => offer(stream, life), every).unref();
    const stream = new Readable({
      highWaterMark: MAX_WAITING_BYTES,
      read: () => undefined,
      destroy: (error, done) => {
        this.#forget(listener);
        done(error);
      },
    });
    const listener: Listener = { wish, stream, timer };
    this.#all.add(listener);
    // Sends the head of the answer at once.
    stream.push(life);
    return stream;
  }

  /** @param record with its key as it is */
  publish(record: EventRecord): void {
    const event = record.eventName.slice('s3:'.length);
    const { bucket, object } = record.s3;
    let line: string | undefined;
    for (const { wish, stream } of this.#all) {
      if (
        (wish.bucket === '' || wish.bucket === bucket.name) &&
        wish.events.has(event) &&
        wish.matches(object.key)
      ) {
        line ??= `${JSON.stringify({ Records: [record] })}\n`;
        offer(stream, line);
      }
    }
  }

  /** Ends the streams after what waits in them. Nobody is told of anything from here on. */
  close(): void {
    for (const listener of this.#all) {
      this.#forget(listener);
      listener.stream.push(null);
    }
  }

  #forget(listener: Listener): void {
    clearInterval(listener.timer);
    this.#all.delete(listener);
  }
}

function offer(stream: Readable, text: string): void {
  if (stream.readableLength < MAX_WAITING_BYTES) {
    stream.push(text);
  }
}

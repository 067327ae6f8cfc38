import { Readable } from 'node:stream';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { EventRecord } from './event-record.ts';

/** The events that a listener subscribes to. */
export interface ListenerWish {
  /** '' for all buckets. */
  readonly bucket: string;
  /** Without their 's3:'. */
  readonly events: ReadonlySet<string>;
  readonly matches: (key: string) => boolean;
  /** Seconds between keep-alives; without it, MinIO's older form of keep-alive is sent. */
  readonly ping?: number;
}

const MAX_LISTENERS = 256;
/** Buffer limit of a slow listener, beyond which it misses events. */
const MAX_WAITING_BYTES = 1024 * 1024;
const OLD_PING_MS = 500;
const EMPTY_EVENT = `${JSON.stringify({ Records: null })}\n`;

interface Listener {
  readonly wish: ListenerWish;
  readonly stream: Readable;
  /** Sends keep-alives. */
  readonly timer: NodeJS.Timeout;
}

/** Clients that receive events as they happen, over a request that stays open. */
export class Listeners {
  readonly #all = new Set<Listener>();

  /** Whether there are listeners; if not, no events need to be created for them. */
  get any(): boolean {
    return this.#all.size > 0;
  }

  /**
   * Opens a stream of events, one JSON document per line, with keep-alives in between. It ends when
   * it is destroyed or the store closes.
   *
   * @throws S3Error SlowDown when there are too many listeners
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
    // Sends the response headers immediately.
    stream.push(life);
    return stream;
  }

  /**
   * Sends an event to all matching listeners.
   *
   * @param record with an unencoded key
   */
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

  /** Ends all streams once their buffers are sent. Later events are not delivered. */
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

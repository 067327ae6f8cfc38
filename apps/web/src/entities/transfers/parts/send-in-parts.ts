import {
  abortUpload,
  completeUpload,
  listParts,
  type StoredPart,
  startUpload,
  storePart,
} from '@stowage/contract/uploads';
import { type FilePart, partSizeFor, partsOf } from '@stowage/domain/upload-parts';
import { toWirePath } from '#web/entities/object/wire-path.ts';
import { randomId } from '#web/lib/random-id.ts';
import { callForUpload, noAnswer, UploadError } from '../send-request.ts';
import type { SendUpload, UploadRequest } from '../send-upload.ts';
import type { Slots } from '../slots.ts';
import { type UploadFailure, uploadSuspended } from '../upload-group.ts';
import { crc32Of } from './crc32.ts';
import type { DirectWay } from './direct-way.ts';
import { withRetries } from './retry.ts';
import type { UploadLedger, UploadRecord } from './upload-ledger.ts';

export interface PartsSender {
  readonly ledger: UploadLedger;
  readonly slots: Slots;
  readonly direct: DirectWay;
}

/** A part verified to be stored correctly, in the form that completing the upload needs. */
type DonePart = StoredPart & { readonly crc32: string };

interface Begun {
  readonly record: UploadRecord;
  /** The parts already stored, by number. */
  readonly stored: ReadonlyMap<number, StoredPart>;
}

function addressOf({ bucket, key, uploadId }: Pick<UploadRecord, 'bucket' | 'key' | 'uploadId'>) {
  return { params: { bucket, upload: uploadId }, query: { path: toWirePath(key) } };
}

function isGone(error: unknown): boolean {
  return error instanceof UploadError && error.failure.code === 'UploadNotFound';
}

/** A multipart upload of one file. */
class PartsUpload {
  readonly #sender: PartsSender;
  readonly #request: UploadRequest;
  /** Aborts all of its requests: on cancellation, and when a part has failed permanently. */
  readonly #ending = new AbortController();
  readonly #signal: AbortSignal;
  readonly #sentBytes = new Map<number, number>();
  #stalled = 0;

  constructor(sender: PartsSender, request: UploadRequest) {
    this.#sender = sender;
    this.#request = request;
    this.#signal = AbortSignal.any([request.signal, this.#ending.signal]);
  }

  /** @throws UploadError, or the signal's reason if it was aborted */
  async run(): Promise<void> {
    const { ledger } = this.#sender;
    const { bucket, key, file } = this.#request;
    const known = await ledger.find({ bucket, key }, file);
    const { record, stored } = (known && (await this.#resume(known))) ?? (await this.#start());
    await ledger.hold(record, async () => {
      ledger.write(record);
      try {
        const done = await this.#sendAll(record, stored);
        await this.#complete(record, done);
        ledger.remove(record);
      } catch (error) {
        await this.#giveUp(record, error);
        throw error;
      }
    });
  }

  /** Returns undefined if the storage no longer has the upload, which then starts over. */
  async #resume(record: UploadRecord): Promise<Begun | undefined> {
    try {
      const { parts, probe } = await this.#call(() =>
        callForUpload(listParts, addressOf(record), { signal: this.#signal }),
      );
      await this.#sender.direct.prepare(record.bucket, probe);
      return { record, stored: new Map(parts.map((part) => [part.number, part])) };
    } catch (error) {
      if (!isGone(error)) throw error;
      this.#sender.ledger.remove(record);
      return undefined;
    }
  }

  async #start(): Promise<Begun> {
    const { bucket, key, file } = this.#request;
    const type = /^[\w.+-]+\/[\w.+-]+$/.test(file.type) ? file.type : undefined;
    const body = { path: key, ...(type !== undefined && { content_type: type }) };
    const { upload_id: uploadId, probe } = await this.#call(() =>
      callForUpload(startUpload, { params: { bucket }, body }, { signal: this.#signal }),
    );
    await this.#sender.direct.prepare(bucket, probe);
    const { name, size, lastModified } = file;
    const record = {
      ...{ id: randomId(), account: this.#sender.ledger.account, bucket, key, uploadId },
      ...{ name, size, lastModified, partSize: partSizeFor(size), storedBytes: 0 },
    };
    return { record, stored: new Map() };
  }

  async #sendAll(
    record: UploadRecord,
    stored: ReadonlyMap<number, StoredPart>,
  ): Promise<readonly DonePart[]> {
    const waiting = [...partsOf(record.size, record.partSize)];
    const done: DonePart[] = [];
    let storedBytes = 0;
    const work = async () => {
      for (let part = waiting.shift(); part; part = waiting.shift()) {
        const result = await this.#sendPart(record, part, stored.get(part.number));
        done.push(result);
        storedBytes += result.size;
        this.#sender.ledger.write({ ...record, storedBytes });
      }
    };
    const workers = Array.from({ length: this.#sender.slots.size }, () =>
      work().catch((error) => {
        this.#ending.abort(error);
        throw error;
      }),
    );
    // All workers end before a failure is reported: nothing is written after that.
    const results = await Promise.allSettled(workers);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw this.#ending.signal.reason ?? failed.reason;
    return done.sort((a, b) => a.number - b.number);
  }

  #sendPart(
    record: UploadRecord,
    part: FilePart,
    stored: StoredPart | undefined,
  ): Promise<DonePart> {
    const { slots } = this.#sender;
    return slots.within(async () => {
      const { number, start, end } = part;
      this.#signal.throwIfAborted();
      const bytes = this.#request.file.slice(start, end);
      const crc32 = await this.#checksum(bytes);
      const size = end - start;
      const done = { number, size, crc32 };
      const isThere = stored?.crc32 === crc32 && stored.size === size;
      const etag = isThere ? stored.etag : await this.#call(() => this.#send(record, done, bytes));
      this.#progress(number, size);
      return { ...done, etag };
    });
  }

  /** @throws UploadError for a file that can no longer be read */
  async #checksum(bytes: Blob): Promise<string> {
    try {
      return await crc32Of(bytes, this.#signal);
    } catch (error) {
      if (this.#signal.aborted) throw error;
      throw new UploadError(noAnswer);
    }
  }

  /** Sends a part, directly to the storage if possible, and returns its ETag. */
  async #send(
    record: UploadRecord,
    { number, crc32 }: Pick<DonePart, 'number' | 'crc32'>,
    bytes: Blob,
  ): Promise<string> {
    const onProgress = (sent: number) => this.#progress(number, Math.min(sent, bytes.size));
    const signal = this.#signal;
    const sent = { number, crc32, bytes, signal, onProgress };
    const direct = await this.#sender.direct.send(record, sent);
    if (direct !== undefined) return direct;
    signal.throwIfAborted();
    const { params, query } = addressOf(record);
    const { etag } = await callForUpload(
      storePart,
      { params: { ...params, number }, query: { ...query, crc32 } },
      { signal, bytes, onProgress },
    );
    return etag;
  }

  async #complete(record: UploadRecord, parts: readonly DonePart[]): Promise<void> {
    await this.#call(() =>
      callForUpload(
        completeUpload,
        { ...addressOf(record), body: { parts } },
        { signal: this.#signal },
      ),
    );
  }

  /** A cancelled upload is deleted; all others can be resumed. */
  async #giveUp(record: UploadRecord, error: unknown): Promise<void> {
    const { signal } = this.#request;
    const isCanceled = signal.aborted && signal.reason !== uploadSuspended;
    if (!isCanceled && !isGone(error)) return;
    this.#sender.ledger.remove(record);
    if (isCanceled) await discardUpload(record);
  }

  /** A call that is retried while there is no response. */
  #call<Result>(attempt: () => Promise<Result>): Promise<Result> {
    return withRetries(attempt, {
      signal: this.#signal,
      onStall: (stalled) => {
        this.#stalled += stalled ? 1 : -this.#stalled;
        this.#request.onStall?.(this.#stalled > 0);
      },
    });
  }

  #progress(part: number, bytes: number): void {
    this.#sentBytes.set(part, bytes);
    let sum = 0;
    for (const sent of this.#sentBytes.values()) sum += sent;
    this.#request.onProgress(sum);
  }
}

/** Sends a file in parts, several at once, and resumes an unfinished upload of it. */
export function sendInParts(sender: PartsSender): SendUpload {
  return async (request) => {
    try {
      await new PartsUpload(sender, request).run();
      return undefined;
    } catch (error) {
      return failureFrom(error);
    }
  };
}

function failureFrom(error: unknown): UploadFailure {
  return error instanceof UploadError ? error.failure : noAnswer;
}

/**
 * Deletes the stored parts of an upload; what cannot be deleted expires in the storage or is
 * aborted in the bucket settings.
 */
export async function discardUpload(
  record: Pick<UploadRecord, 'bucket' | 'key' | 'uploadId'>,
): Promise<void> {
  const signal = AbortSignal.timeout(10_000);
  try {
    await callForUpload(abortUpload, addressOf(record), { signal });
  } catch (error) {
    if (!(error instanceof UploadError)) throw error;
  }
}

import { signParts } from '@stowage/contract/uploads';
import { toWirePath } from '#web/entities/object/wire-path.ts';
import { callForUpload, isSuccess, send } from '../send-request.ts';

/** A server that does not answer for so long is not within reach. */
const probeMilliseconds = 3000;
/** After so long it is tried again whether it is. */
const forgetMilliseconds = 300_000;
/** In place of the time until which it is closed. */
const open = Number.POSITIVE_INFINITY;

/** The upload that parts belong to. */
export interface OpenUpload {
  readonly bucket: string;
  readonly key: string;
  readonly uploadId: string;
}

export interface PartToSend {
  readonly number: number;
  readonly crc32: string;
  readonly bytes: Blob;
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number) => void;
}

/** The way past the console: parts go to the storage server itself, by requests that the console has signed. */
export class DirectWay {
  readonly #now: () => number;
  /** By bucket, since each has rules of its own for pages of other origins: `open`, or until when it is closed. */
  readonly #closedUntil = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Finds out whether the browser reaches the storage server and may read its answers.
   *
   * @param probe an address that answers 200; undefined where the console offers no direct way
   */
  async prepare(bucket: string, probe: string | undefined): Promise<void> {
    if (probe === undefined) {
      this.forget(bucket);
      return;
    }
    const closedUntil = this.#closedUntil.get(bucket) ?? Number.NEGATIVE_INFINITY;
    if (closedUntil === open || this.#now() < closedUntil) return;
    try {
      const signal = AbortSignal.timeout(probeMilliseconds);
      const { ok } = await fetch(probe, { signal, credentials: 'omit', cache: 'no-store' });
      if (ok) this.#closedUntil.set(bucket, open);
      else this.#close(bucket);
    } catch {
      this.#close(bucket);
    }
  }

  /** The rules of the bucket are others now: the next upload finds out anew. */
  forget(bucket: string): void {
    this.#closedUntil.delete(bucket);
  }

  /**
   * Stores a part; gives its ETag, or undefined where it has to go through the console: the server,
   * or the rules of the bucket for pages of other origins, did not let it.
   */
  async send(upload: OpenUpload, part: PartToSend): Promise<string | undefined> {
    if (this.#closedUntil.get(upload.bucket) !== open) return undefined;
    const { number, crc32, bytes, signal, onProgress } = part;
    const { urls } = await callForUpload(
      signParts,
      {
        params: { bucket: upload.bucket, upload: upload.uploadId },
        query: { path: toWirePath(upload.key) },
        body: { parts: [{ number, crc32 }] },
      },
      { signal },
    );
    const headers = { 'x-amz-checksum-crc32': crc32 };
    const [url = ''] = urls;
    const reply = await send({ method: 'PUT', url, headers, body: bytes, signal, onProgress });
    const etag = isSuccess(reply) ? reply.header('ETag') : null;
    if (etag !== null) return etag.replace(/^"|"$/g, '');
    if (!signal.aborted) this.#close(upload.bucket);
    return undefined;
  }

  #close(bucket: string): void {
    this.#closedUntil.set(bucket, this.#now() + forgetMilliseconds);
  }
}

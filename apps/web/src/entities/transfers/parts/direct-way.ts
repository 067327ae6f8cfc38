import { signParts } from '@stowage/contract/uploads';
import { toWirePath } from '#web/entities/object/wire-path.ts';
import { callForUpload, isSuccess, send } from '../send-request.ts';

/** Timeout after which a server counts as unreachable. */
const probeMilliseconds = 3000;
/** Time after which an unreachable server is probed again. */
const forgetMilliseconds = 300_000;
/** Stored in place of a time when the direct way is open. */
const open = Number.POSITIVE_INFINITY;

/** The upload that the parts belong to. */
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

/**
 * The direct way, bypassing the console: parts are sent straight to the storage server, by requests
 * that the console has presigned.
 */
export class DirectWay {
  readonly #now: () => number;
  /** By bucket, since each has its own CORS rules: `open`, or the time until which it is closed. */
  readonly #closedUntil = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Checks whether the browser can reach the storage server and read its responses.
   *
   * @param probe an address that responds with 200; undefined if the console offers no direct way
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

  /** Notes that the bucket's CORS rules have changed: the next upload probes again. */
  forget(bucket: string): void {
    this.#closedUntil.delete(bucket);
  }

  /**
   * Stores a part and returns its ETag, or undefined if it has to go through the console because
   * the server or the bucket's CORS rules refused it.
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

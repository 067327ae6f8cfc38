import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Engine } from '../engine/types.ts';

/** Name of the settings document that holds a bucket's quota. */
export const QUOTA_SETTING = 'quota';

/** Enforces the hard quotas of buckets on writes, counting those in progress as well. */
export class Quotas {
  readonly #engine: Pick<Engine, 'getBucket' | 'usage'>;
  readonly #pending = new Map<string, number>();

  constructor(engine: Pick<Engine, 'getBucket' | 'usage'>) {
    this.#engine = engine;
  }

  /** Returns the bucket's limit in bytes; undefined if it has none. */
  limit(bucket: string): number | undefined {
    const text = this.#engine.getBucket(bucket)?.settings[QUOTA_SETTING];
    if (text === undefined) {
      return undefined;
    }
    const { quota } = JSON.parse(text);
    return typeof quota === 'number' && quota > 0 ? quota : undefined;
  }

  /**
   * Runs a write that adds bytes to a bucket.
   *
   * @throws S3Error XMinioAdminBucketQuotaExceeded, and what the write throws
   */
  async within<T>(bucket: string, size: number, write: () => Promise<T>): Promise<T> {
    const limit = this.limit(bucket);
    if (limit === undefined) {
      return write();
    }
    const pending = this.#pending.get(bucket) ?? 0;
    const used = this.#engine.usage().find((usage) => usage.bucket === bucket)?.size ?? 0;
    if (used + pending + size > limit) {
      throw new S3Error('XMinioAdminBucketQuotaExceeded');
    }
    this.#pending.set(bucket, pending + size);
    try {
      return await write();
    } finally {
      const left = (this.#pending.get(bucket) ?? 0) - size;
      if (left > 0) {
        this.#pending.set(bucket, left);
      } else {
        this.#pending.delete(bucket);
      }
    }
  }
}

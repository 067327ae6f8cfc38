import type { BucketCall } from './types.ts';

/** Something that happened in a bucket. */
export interface BucketEvent {
  /** ISO 8601. */
  readonly time: string;
  /** S3's name, such as s3:ObjectCreated:Put. */
  readonly name: string;
  readonly bucket: string;
  readonly key: string;
  /** Bytes of the object; 0 where there is none any more. */
  readonly size: number;
  /** Who did it. */
  readonly host: string;
  readonly port: string;
  readonly userAgent: string;
}

export interface ListenCall extends BucketCall {
  /** S3's names; `*` at the end of one stands for a family. */
  readonly events: readonly string[];
  readonly prefix: string;
  readonly suffix: string;
}

export interface ListenOperations {
  /**
   * MinIO's extension: what happens in a bucket from now on. Resolves when the server listens.
   * Reading goes on until the signal is aborted or the server ends the stream; it then throws
   * what `Transport.send` throws, the signal's reason included.
   */
  listenBucketNotification(call: ListenCall): Promise<AsyncIterable<BucketEvent>>;
}

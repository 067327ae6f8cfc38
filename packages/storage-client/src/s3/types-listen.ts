import type { BucketCall } from './types.ts';

/** An event in a bucket. */
export interface BucketEvent {
  /** ISO 8601. */
  readonly time: string;
  /** S3's name, such as s3:ObjectCreated:Put. */
  readonly name: string;
  readonly bucket: string;
  readonly key: string;
  /** Size of the object in bytes; 0 if it no longer exists. */
  readonly size: number;
  /** The client that caused it. */
  readonly host: string;
  readonly port: string;
  readonly userAgent: string;
}

export interface ListenCall extends BucketCall {
  /** S3's names; a trailing `*` matches a group. */
  readonly events: readonly string[];
  readonly prefix: string;
  readonly suffix: string;
}

export interface ListenOperations {
  /**
   * MinIO's extension: streams the events of a bucket as they happen. Resolves once the server is
   * listening. Reading continues until the signal is aborted or the server ends the stream, and
   * then throws what `Transport.send` throws, including the signal's reason.
   */
  listenBucketNotification(call: ListenCall): Promise<AsyncIterable<BucketEvent>>;
}

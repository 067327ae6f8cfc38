/** Name of the one key in the key service of every target. */
export const KMS_KEY = 'conformance-key';

/** A storage server that the tests talk to from outside. */
export interface StorageTarget {
  /** Such as http://127.0.0.1:41234, without a path. */
  readonly endpoint: string;
  readonly region: string;
  /** The root account. */
  readonly accessKey: string;
  readonly secretKey: string;
  /** Stops the server and removes its data. */
  close(): Promise<void>;
}

/** One with all that the console can use. */
export interface Target extends StorageTarget {
  readonly kind: 'embedded' | 'minio';
}

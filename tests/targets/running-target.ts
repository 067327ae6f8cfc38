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
  /** What a console shows to be believed whom it asks for, where the server wants that. */
  readonly consoleSecret?: string;
  /** Stops the server and removes its data. */
  close(): Promise<void>;
}

/** One with all that the console can use. */
export interface Target extends StorageTarget {
  readonly kind: 'embedded' | 'minio';
}

/** Name of the only key in every target's key service. */
export const KMS_KEY = 'conformance-key';

/** A storage server that the tests access over the network. */
export interface StorageTarget {
  /** Such as http://127.0.0.1:41234, without a path. */
  readonly endpoint: string;
  readonly region: string;
  /** The root account. */
  readonly accessKey: string;
  readonly secretKey: string;
  /**
   * The secret with which a console proves that it may name the client it calls for, if the server
   * requires one.
   */
  readonly consoleSecret?: string;
  /** Stops the server and removes its data. */
  close(): Promise<void>;
}

/** A storage server with every feature that the console can use. */
export interface Target extends StorageTarget {
  readonly kind: 'embedded' | 'minio';
}

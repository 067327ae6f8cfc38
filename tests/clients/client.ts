import type { Target } from '../targets/target.ts';

/** A call that is specific to one client. */
export interface ClientCall {
  readonly name: string;
  readonly args: readonly string[];
  /** Standard input. */
  readonly input?: string;
  /** The call must fail, and its output must contain this. */
  readonly refuses?: string;
  /** What its output must contain. */
  readonly shows?: string;
  /** What its output must not contain. */
  readonly hides?: string;
  /**
   * For calls that run until stopped: this call is repeated alongside until the output contains
   * `shows`.
   */
  readonly beside?: readonly string[];
  /** The target that the call applies to; both if absent. */
  readonly only?: Target['kind'];
}

/** The arguments with which a client program performs each common operation. */
export interface ClientProgram {
  readonly name: string;
  /** Files in its home directory, by name. */
  files?(target: Target): Readonly<Record<string, string>>;
  /** Returns its environment, besides PATH and HOME. */
  environment(target: Target): Readonly<Record<string, string>>;
  createBucket(bucket: string): readonly string[];
  put(file: string, bucket: string, key: string): readonly string[];
  /** Uploads a file of 64 MiB in parts. */
  putInParts(file: string, bucket: string, key: string): readonly string[];
  get(bucket: string, key: string, file: string): readonly string[];
  /** Lists the names of all keys, in any format that contains them verbatim. */
  list(bucket: string): readonly string[];
  copy(bucket: string, from: string, to: string): readonly string[];
  /** Uploads a folder's files under a prefix. */
  sync(folder: string, bucket: string, prefix: string): readonly string[];
  remove(bucket: string, key: string): readonly string[];
  removeBelow(bucket: string, prefix: string): readonly string[];
  removeBucket(bucket: string): readonly string[];
  /** Further calls that are specific to this client. */
  extras?(bucket: string, target: Target): readonly ClientCall[];
}

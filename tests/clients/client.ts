import type { Target } from '../targets/target.ts';

/** A call that only one client makes. */
export interface ClientCall {
  readonly name: string;
  readonly args: readonly string[];
  /** What it reads from its input. */
  readonly input?: string;
  /** It must fail, and say this. */
  readonly refuses?: string;
  /** What its output must contain. */
  readonly shows?: string;
  /** What its output must not contain. */
  readonly hides?: string;
  /** It never ends by itself: this is called beside it until it has shown what it must, and it is stopped. */
  readonly beside?: readonly string[];
  /** Where the call makes sense; everywhere when absent. */
  readonly only?: Target['kind'];
}

/** How one client program is told to do what every client can do. Each gives its arguments. */
export interface ClientProgram {
  readonly name: string;
  /** Files of its home folder, by name. */
  files?(target: Target): Readonly<Record<string, string>>;
  /** Its environment, beside PATH and HOME. */
  environment(target: Target): Readonly<Record<string, string>>;
  createBucket(bucket: string): readonly string[];
  put(file: string, bucket: string, key: string): readonly string[];
  /** Stores a file of 64 MiB in parts. */
  putInParts(file: string, bucket: string, key: string): readonly string[];
  get(bucket: string, key: string, file: string): readonly string[];
  /** Names of all keys, in any form that contains them as they are. */
  list(bucket: string): readonly string[];
  copy(bucket: string, from: string, to: string): readonly string[];
  /** Brings a folder's files below a prefix. */
  sync(folder: string, bucket: string, prefix: string): readonly string[];
  remove(bucket: string, key: string): readonly string[];
  removeBelow(bucket: string, prefix: string): readonly string[];
  removeBucket(bucket: string): readonly string[];
  /** Further calls that only this client makes; each must succeed. */
  extras?(bucket: string, target: Target): readonly ClientCall[];
}

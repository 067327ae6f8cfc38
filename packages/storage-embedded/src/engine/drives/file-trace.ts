import { channel } from 'node:diagnostics_channel';

/** A file operation on a drive. */
export interface FileWork {
  /** A system call, a drive-level operation, or a repair on the drive. */
  readonly kind: 'os' | 'storage' | 'healing';
  /** MinIO's name for it, such as os.Fdatasync. */
  readonly name: string;
  readonly path: string;
  /** Timestamp from `performance.now()`. */
  readonly begun: number;
  readonly bytes?: number;
  readonly error?: unknown;
}

/**
 * The diagnostics channel of `FileWork` messages, shared by all stores in the process and
 * distinguished by path.
 */
export const FILE_WORK = 'stowage:file-work';

const work = channel(FILE_WORK);

/** What is known of an operation before it runs. */
export type FileTask = Pick<FileWork, 'kind' | 'name' | 'path' | 'bytes'>;

interface UnderWay {
  readonly task: () => FileTask;
  /** Timestamp from `performance.now()`. */
  readonly begun: number;
}

const underWay = new Set<UnderWay>();

/** Runs a file operation and publishes it if anybody has subscribed; nearly free otherwise. */
export function tracedWork<T>(task: () => FileTask, run: () => Promise<T>): Promise<T> {
  const mine = { task, begun: performance.now() };
  underWay.add(mine);
  const ended = (): boolean => underWay.delete(mine);
  const done = work.hasSubscribers ? toldOf(task(), run) : run();
  done.then(ended, ended);
  return done;
}

/** Yields unfinished operations that began at or before the given `performance.now()` timestamp. */
export function* workSince(before: number): Generator<FileTask & { readonly begun: number }> {
  for (const { task, begun } of underWay) {
    if (begun > before) {
      return;
    }
    yield { ...task(), begun };
  }
}

/** The same for synchronous operations. */
export function tracedNow<T>(task: () => FileTask, run: () => T): T {
  if (!work.hasSubscribers) {
    return run();
  }
  const begun = performance.now();
  try {
    return run();
  } finally {
    work.publish({ ...task(), begun });
  }
}

async function toldOf<T>(task: FileTask, run: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  try {
    const result = await run();
    work.publish({ ...task, begun });
    return result;
  } catch (error) {
    work.publish({ ...task, begun, error });
    throw error;
  }
}

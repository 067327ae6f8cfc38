import { channel } from 'node:diagnostics_channel';

/** Something that was done with the files of a drive. */
export interface FileWork {
  /** What the system did, what a drive was asked for, or what was mended on it. */
  readonly kind: 'os' | 'storage' | 'healing';
  /** As MinIO calls it, such as os.Fdatasync. */
  readonly name: string;
  readonly path: string;
  /** Of `performance.now()`. */
  readonly begun: number;
  readonly bytes?: number;
  readonly error?: unknown;
}

/** Where `FileWork` is told: of all stores in the process, which are told apart by their paths. */
export const FILE_WORK = 'stowage:file-work';

const work = channel(FILE_WORK);

/** What work is called before it is done. */
export type FileTask = Pick<FileWork, 'kind' | 'name' | 'path' | 'bytes'>;

interface UnderWay {
  readonly task: () => FileTask;
  /** Of `performance.now()`. */
  readonly begun: number;
}

const underWay = new Set<UnderWay>();

/** Does something with files and tells of it where somebody listens; costs next to nothing where nobody does. */
export function tracedWork<T>(task: () => FileTask, run: () => Promise<T>): Promise<T> {
  const mine = { task, begun: performance.now() };
  underWay.add(mine);
  const ended = (): boolean => underWay.delete(mine);
  const done = work.hasSubscribers ? toldOf(task(), run) : run();
  done.then(ended, ended);
  return done;
}

/** What was begun before a time, of `performance.now()`, and has not ended yet. */
export function* workSince(before: number): Generator<FileTask & { readonly begun: number }> {
  for (const { task, begun } of underWay) {
    if (begun > before) {
      return;
    }
    yield { ...task(), begun };
  }
}

/** The same for what is done at once. */
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

import { formatBytes } from '@stowage/domain/units';
import { askReport } from './ask-store.ts';
import { UsageError } from './command.ts';
import type { DrainLine } from './engine/draining.ts';
import {
  giveUpDrive,
  pathOfDrive,
  readmitDrive,
  replaceDrive,
} from './engine/drives/change-drives.ts';
import { openStopped } from './open-stopped.ts';
import type { StorageOptions } from './server.ts';

type Print = (line: string) => void;
type Verb = (options: StorageOptions, which: string, print: Print) => Promise<string>;

const VERBS: Readonly<Record<string, Verb>> = {
  replace: replaceDrive,
  readmit: readmitDrive,
  'give-up': giveUpDrive,
  drain: drainDrive,
};
const USAGE = `drive ${Object.keys(VERBS).join('|')} <path or number> (stop the store before all but drain)`;

/**
 * Changes the set of drives: `drive replace`, `readmit` and `give-up` while the store is stopped,
 * `drain` at any time, each with the path of a configured drive or its number from 1.
 *
 * @param print receives the lines of the progress report
 * @throws UsageError, DriveChangeError; Error if the store is running, or the drive cannot be
 *    drained at the moment
 */
export function driveCommand(
  options: StorageOptions,
  words: readonly string[],
  print: Print,
): Promise<string> {
  const [verb = '', which, ...rest] = words;
  const work = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (!work || which === undefined || rest.length > 0) {
    throw new UsageError(USAGE);
  }
  return work(options, which, print);
}

/**
 * Moves everything off a drive: offline, or through the running store if there is one using this
 * data.
 */
async function drainDrive(options: StorageOptions, which: string, print: Print): Promise<string> {
  const path = pathOfDrive(options.drives, which);
  for await (const line of drainLines(options, path)) {
    if (line.kind === 'progress') {
      print(`${formatBytes(line.bytes)} in ${line.copies} copies left on ${path}`);
    } else if (line.ok) {
      return `${path} is empty and belongs to the store no more: it can be taken out. Another drive takes its place with: npm run storage -- drive replace ${which}`;
    } else {
      throw new Error(
        `${path} cannot be drained now. ${line.problem} It continues while the store runs, or when this is called again; to end it, stop the store and run: npm run storage -- drive readmit ${which}`,
      );
    }
  }
  throw new Error(
    'The store was stopped. Draining continues when it runs, or when this is called again.',
  );
}

async function* drainLines(options: StorageOptions, path: string): AsyncGenerator<DrainLine> {
  const engine = await openStopped(options);
  if (!engine) {
    const target = `/minio/admin/v3/stowage/drain?drive=${encodeURIComponent(path)}`;
    yield* askReport<DrainLine>(options, target, 'POST');
    return;
  }
  try {
    yield* await engine.drainDrive(path);
  } finally {
    await engine.close();
  }
}

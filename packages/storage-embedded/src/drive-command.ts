import { UsageError } from './command.ts';
import {
  giveUpDrive,
  readmitDrive,
  replaceDrive,
  type StorePlace,
} from './engine/drives/change-drives.ts';

const VERBS: Readonly<Record<string, (place: StorePlace, which: string) => Promise<string>>> = {
  replace: replaceDrive,
  readmit: readmitDrive,
  'give-up': giveUpDrive,
};

/**
 * Changes which drives a store has, while it does not run: `drive replace`, `readmit` and
 * `give-up`, each with the path of a configured drive or its number from 1.
 *
 * @throws UsageError, DriveChangeError; Error when the store runs
 */
export function driveCommand(place: StorePlace, words: readonly string[]): Promise<string> {
  const [verb = '', which, ...rest] = words;
  const work = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (!work || which === undefined || rest.length > 0) {
    const usage = `drive ${Object.keys(VERBS).join('|')} <path or number> (stop the store before)`;
    throw new UsageError(usage);
  }
  return work(place, which);
}

import { drivesAway } from '../drives/completeness.ts';
import type { DriveSet } from '../drives/drive-set.ts';

/**
 * Opening the store would treat data that is currently unreadable as absent; the message says what
 * to do.
 */
export class NotComplete extends Error {
  constructor(problem: string, drives: DriveSet) {
    const away = drivesAway(drives).map(({ slot, path }) => path || `number ${slot + 1}`);
    const which = away.length === 0 ? '' : ` Drives away: ${away.join(', ')}.`;
    super(
      `The store cannot be opened: ${problem}.${which} Bring the drives back and start again. ` +
        'A drive that is lost for good is given up with: npm run storage -- drive replace <path> (or drive give-up <path>).',
    );
    this.name = 'NotComplete';
  }
}

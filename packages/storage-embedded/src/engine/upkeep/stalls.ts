import { sep } from 'node:path';
import type { DriveSet, Log } from '../drives/drive-set.ts';
import { workSince } from '../drives/file-trace.ts';

/** On a working drive, no system call takes this long. */
const LONGEST_MS = 15_000;

/**
 * Reports drives that neither respond nor fail. Whatever needs them waits, and eventually
 * everything does: the log shows why.
 */
export class Stalls {
  readonly #drives: DriveSet;
  readonly #log: Log;
  /** Slots of the drives that were not responding at the last check. */
  #silent: ReadonlySet<number> = new Set();

  constructor(drives: DriveSet, log: Log) {
    this.#drives = drives;
    this.#log = log;
  }

  /** Logs which drives have stopped responding and which respond again. */
  look(now = performance.now()): void {
    const silent = this.#find(now);
    for (const [slot, since] of silent) {
      if (!this.#silent.has(slot)) {
        this.#log(
          'error',
          'A drive does not answer: what needs it waits. Mend it or take it out.',
          {
            drive: this.#drives.all[slot]?.path,
            seconds: Math.round((now - since) / 1000),
          },
        );
      }
    }
    for (const slot of this.#silent) {
      if (!silent.has(slot)) {
        this.#log('info', 'A drive answers again.', { drive: this.#drives.all[slot]?.path });
      }
    }
    this.#silent = new Set(silent.keys());
  }

  /** Returns the slots of unresponsive drives, with the start time of the pending call. */
  #find(now: number): ReadonlyMap<number, number> {
    const found = new Map<number, number>();
    for (const { kind, path, begun } of workSince(now - LONGEST_MS)) {
      const drive = this.#drives.all.find((one) => path.startsWith(`${one.path}${sep}`));
      if (kind === 'os' && drive && drive.path !== '' && !found.has(drive.slot)) {
        found.set(drive.slot, begun);
      }
    }
    return found;
  }
}

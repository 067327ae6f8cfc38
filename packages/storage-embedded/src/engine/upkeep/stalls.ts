import { sep } from 'node:path';
import type { DriveSet, Log } from '../drives/drive-set.ts';
import { workSince } from '../drives/file-trace.ts';

/** No system call of a drive that works takes so long. */
const LONGEST_MS = 15_000;

/**
 * Names drives that neither do what they are asked nor fail. What needs them waits, as does
 * everything when enough of it waits: the log is where one can see why.
 */
export class Stalls {
  readonly #drives: DriveSet;
  readonly #log: Log;
  /** Slots of the drives that did not answer when they were looked at last. */
  #silent: ReadonlySet<number> = new Set();

  constructor(drives: DriveSet, log: Log) {
    this.#drives = drives;
    this.#log = log;
  }

  /** Logs which drives have ceased to answer, and which answer again. */
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

  /** The slots of the drives that do not answer, with when they were asked. */
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

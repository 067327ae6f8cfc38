import { cp, rename, rm } from 'node:fs/promises';
import { replaceDrive } from '../drives/change-drives.ts';
import { type StoreFixture, settled } from './store-fixture.ts';

type Pick = <T>(from: readonly T[]) => T;

/**
 * Takes drives away and returns them unchanged, empty or in an earlier state; never two at a time.
 */
export class DriveThief {
  readonly #fixture: StoreFixture;
  readonly #pick: Pick;
  readonly #old = new Set<string>();
  #away: string | undefined;

  constructor(of: StoreFixture, pick: Pick) {
    this.#fixture = of;
    this.#pick = pick;
  }

  async act(): Promise<void> {
    const drive = this.#pick(this.#fixture.drives);
    const kind = this.#pick(['away', 'empty', 'old', 'copy'] as const);
    if (this.#away !== undefined) {
      await this.bringBack();
    } else if (kind === 'away') {
      await rename(drive, `${drive}.away`);
      this.#away = drive;
    } else if (kind === 'copy') {
      await rm(`${drive}.old`, { recursive: true, force: true });
      await cp(drive, `${drive}.old`, { recursive: true });
      this.#old.add(drive);
    } else if (kind === 'empty' || this.#old.delete(drive)) {
      await this.#replace(drive, kind);
    }
  }

  async #replace(drive: string, kind: 'empty' | 'old'): Promise<void> {
    await this.#fixture.close();
    await rm(drive, { recursive: true });
    if (kind === 'old') {
      await rename(`${drive}.old`, drive);
    } else {
      await replaceDrive(this.#fixture, drive);
      // Its id is gone as well: copies of its earlier state belong to a different drive.
      this.#old.delete(drive);
    }
    await this.#fixture.open();
    await this.#whole();
  }

  async bringBack(): Promise<void> {
    if (this.#away !== undefined) {
      await rename(`${this.#away}.away`, this.#away);
      this.#away = undefined;
      await this.#fixture.store.upkeep.poll();
      await this.#whole();
    }
  }

  async #whole(): Promise<void> {
    await settled(this.#fixture.store);
    const { pending } = this.#fixture.store.upkeep.parts.heal;
    if (pending.length > 0) {
      throw new Error(`drives ${pending.join()} are not whole`);
    }
  }
}

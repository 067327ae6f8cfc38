import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export const SLOTS = [1, 2, 3, 4] as const;

/**
 * A store's drives as directories that can be taken away: they are renamed, leaving nothing or an
 * empty directory in place, as when a mount is lost. The state is kept only in the directories, so
 * that several processes agree on it.
 */
export class Mounts {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  get paths(): readonly string[] {
    return SLOTS.map((slot) => this.#path(slot));
  }

  get away(): readonly number[] {
    return SLOTS.filter((slot) => existsSync(this.#hidden(slot)));
  }

  take(slot: number, leaveEmpty: boolean): void {
    if (!existsSync(this.#hidden(slot))) {
      renameSync(this.#path(slot), this.#hidden(slot));
    }
    if (leaveEmpty) {
      mkdirSync(this.#path(slot), { recursive: true });
    }
  }

  giveBack(slot: number): void {
    if (existsSync(this.#hidden(slot))) {
      if (existsSync(join(this.#path(slot), 'format.json'))) {
        mkdirSync(this.#formatted, { recursive: true });
        renameSync(this.#path(slot), join(this.#formatted, `${slot}-${process.hrtime.bigint()}`));
      }
      rmSync(this.#path(slot), { recursive: true, force: true });
      renameSync(this.#hidden(slot), this.#path(slot));
    }
  }

  /** Whether the store created a drive in an empty directory that replaced a missing one. */
  get formattedEmptyDirectory(): boolean {
    return (
      existsSync(this.#formatted) ||
      this.away.some((slot) => existsSync(join(this.#path(slot), 'format.json')))
    );
  }

  get #formatted(): string {
    return join(this.root, 'formatted');
  }

  #path(slot: number): string {
    return join(this.root, `d${slot}`);
  }

  #hidden(slot: number): string {
    return join(this.root, `d${slot}.away`);
  }
}

import { versionClass } from '../admin/version-classes.ts';
import type { SeenVersion } from './version-pages.ts';

/** Counts objects by number of versions during an ordered scan of a bucket. */
export class VersionCounts {
  readonly #classes: number[] = [];
  #key: string | undefined;
  #versions = 0;

  /** Adds the next versions; returns how many objects start in them. */
  add(page: readonly SeenVersion[]): number {
    let begun = 0;
    for (const { version } of page) {
      if (version.key !== this.#key) {
        this.#end();
        this.#key = version.key;
        begun += 1;
      }
      this.#versions += version.isDeleteMarker ? 0 : 1;
    }
    return begun;
  }

  /** Returns the counts by class, after the last version. */
  byClass(): readonly number[] {
    this.#end();
    this.#key = undefined;
    return Array.from(this.#classes, (count) => count ?? 0);
  }

  #end(): void {
    if (this.#versions > 0) {
      const place = versionClass(this.#versions);
      this.#classes[place] = (this.#classes[place] ?? 0) + 1;
    }
    this.#versions = 0;
  }
}

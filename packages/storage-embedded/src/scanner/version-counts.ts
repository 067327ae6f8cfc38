import { versionClass } from '../admin/version-classes.ts';
import type { SeenVersion } from './version-pages.ts';

/** Counts objects by how many versions they have, while a bucket is gone through in order. */
export class VersionCounts {
  readonly #classes: number[] = [];
  #key: string | undefined;
  #versions = 0;

  /** Takes the next versions; gives how many objects began with them. */
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

  /** By class, after the last version. */
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

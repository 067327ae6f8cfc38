/**
 * Tracks content files that are being read, so that they are removed only after their readers have
 * finished.
 */
export class Leases {
  readonly #held = new Map<string, number>();
  readonly #wanted = new Set<string>();
  readonly #onFree: () => void;

  /** `onFree` is called when a file whose removal was deferred is no longer being read. */
  constructor(onFree: () => void) {
    this.#onFree = onFree;
  }

  take(ids: readonly string[]): void {
    for (const id of ids) {
      this.#held.set(id, (this.#held.get(id) ?? 0) + 1);
    }
  }

  give(ids: readonly string[]): void {
    let free = false;
    for (const id of ids) {
      const left = (this.#held.get(id) ?? 1) - 1;
      if (left > 0) {
        this.#held.set(id, left);
      } else {
        this.#held.delete(id);
        free = this.#wanted.delete(id) || free;
      }
    }
    if (free) {
      this.#onFree();
    }
  }

  /** Whether the file may be removed now; if not, `onFree` is called when to try again. */
  canRemove(id: string): boolean {
    if (this.#held.has(id)) {
      this.#wanted.add(id);
      return false;
    }
    return true;
  }
}

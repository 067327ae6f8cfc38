import { hash } from 'node:crypto';

/**
 * Gives the entries of a zip names that are distinct wherever it is unpacked: file systems that
 * ignore case or normalisation would overwrite files, and unlike storage none can have a file and a
 * folder with the same name.
 */
export class ZipNames {
  /** Used names, each with the next number to try. */
  readonly #files = new Map<number, number>();
  readonly #folders = new Set<number>();

  /** The name itself, or with a number added to the part that is taken: 'a/B (2).txt'. */
  take(name: string): string {
    const parts = name.split('/');
    const last = parts.pop() ?? '';
    let path = '';
    for (const part of parts) path = this.#folder(path, part);
    return last === '' ? path : path + this.#file(path, last);
  }

  #folder(path: string, part: string): string {
    const wanted = folded(path + part);
    if (this.#folders.has(wanted)) return `${path}${part}/`;
    if (!this.#files.has(wanted)) {
      this.#folders.add(wanted);
      return `${path}${part}/`;
    }
    // A folder always gets the same name, and no file takes it.
    for (let number = 2; ; number += 1) {
      const next = folded(`${path}${part} (${number})`);
      if (this.#files.has(next)) continue;
      this.#folders.add(next);
      return `${path}${part} (${number})/`;
    }
  }

  #file(path: string, name: string): string {
    const wanted = folded(path + name);
    const isFree = (one: number) => !this.#files.has(one) && !this.#folders.has(one);
    if (isFree(wanted)) {
      this.#files.set(wanted, 2);
      return name;
    }
    const dot = name.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    for (let number = this.#files.get(wanted) ?? 2; ; number += 1) {
      const next = `${stem} (${number})${ending}`;
      const key = folded(path + next);
      if (!isFree(key)) continue;
      this.#files.set(wanted, number + 1);
      this.#files.set(key, 2);
      return next;
    }
  }
}

/**
 * Hashes a name normalised as the least strict file system would: 48 bits, since there may be many.
 */
function folded(name: string): number {
  const text = name.normalize('NFC').toUpperCase().toLowerCase();
  return hash('sha1', text, 'buffer').readUIntBE(0, 6);
}

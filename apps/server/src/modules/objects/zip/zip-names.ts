import { hash } from 'node:crypto';

/**
 * Gives the entries of a zip names that are files of their own wherever it is unpacked: systems that
 * do not tell capital letters or normal forms apart would write one over the other, and none has a
 * file and a folder of one name, as storage has.
 */
export class ZipNames {
  /** Names that are taken, each with the next number to try. */
  readonly #files = new Map<number, number>();
  readonly #folders = new Set<number>();

  /** The name itself, or with a number in the part that is taken: 'a/B (2).txt'. */
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
    // The same folder each time: no file takes the name of a folder.
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

/** Stands for a name as the least careful system tells names apart: 48 bits, there may be many. */
function folded(name: string): number {
  const text = name.normalize('NFC').toUpperCase().toLowerCase();
  return hash('sha1', text, 'buffer').readUIntBE(0, 6);
}

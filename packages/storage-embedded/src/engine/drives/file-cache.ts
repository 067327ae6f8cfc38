import { readSync } from 'node:fs';
import { closeFile, OPEN_READ, openFile, readInto } from './raw-file.ts';

const MAX_OPEN = 512;

interface OpenFile {
  readonly fd: Promise<number>;
  /** The descriptor, once open. */
  ready: number | undefined;
  users: number;
  closing: boolean;
}

function closeQuietly(file: OpenFile): void {
  // The descriptor was only used for reading, so nothing is lost if closing it fails.
  file.fd.then(closeFile).catch(() => undefined);
}

/** Files kept open for reading; the least recently opened is closed first. */
export class FileCache {
  readonly #open = new Map<string, OpenFile>();

  /** Fills `into` from `position` up to the end of the file; returns the number of bytes read. */
  async read(path: string, into: Uint8Array, position: number): Promise<number> {
    const file = this.#open.get(path) ?? this.#add(path);
    file.users++;
    try {
      return await readInto(await file.fd, into, position);
    } finally {
      file.users--;
      if (file.closing && file.users === 0) {
        closeQuietly(file);
      }
    }
  }

  /** Reads synchronously from a file that is already open; returns undefined if it is not. */
  readNow(path: string, into: Uint8Array, position: number): number | undefined {
    const fd = this.#open.get(path)?.ready;
    return fd === undefined ? undefined : readSync(fd, into, 0, into.length, position);
  }

  #add(path: string): OpenFile {
    if (this.#open.size >= MAX_OPEN) {
      const [oldest] = this.#open.keys();
      this.forget((name) => name === oldest);
    }
    const fd = openFile(path, OPEN_READ);
    const file: OpenFile = { fd, ready: undefined, users: 0, closing: false };
    fd.then(
      (ready) => {
        file.ready = ready;
      },
      () => this.#open.delete(path),
    );
    this.#open.set(path, file);
    return file;
  }

  /** Closes files once their readers have finished. */
  forget(which: (path: string) => boolean): void {
    for (const [path, file] of this.#open) {
      if (which(path)) {
        this.#open.delete(path);
        file.closing = true;
        if (file.users === 0) {
          closeQuietly(file);
        }
      }
    }
  }

  close(): void {
    this.forget(() => true);
  }
}

import { constants, fdatasync } from 'node:fs';
import { copyFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { blobDirectory, blobPath, type Drive, temporaryDirectory } from '../drives/drive.ts';
import { makeDurableDirectory, syncDirectory } from '../drives/drive-format.ts';
import { takeRoom } from '../drives/drive-space.ts';
import { tracedWork } from '../drives/file-trace.ts';
import { closeFile, openFile, pathOf, writeAll } from '../drives/raw-file.ts';

const OPEN_NEW = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;
const OPEN_AGAIN = constants.O_RDWR;
const OPEN_EMPTY = constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC;
/**
 * Bytes written through the page cache between syncs, so that the final sync has little left to do.
 */
const SYNC_EVERY = 32 * 1024 * 1024;
/** Offset and length alignment that file systems require for direct I/O. */
const DIRECT_ALIGNMENT = 4096;

function syncFile(fd: number): Promise<void> {
  return tracedWork(
    () => ({ kind: 'os', name: 'os.Fdatasync', path: pathOf(fd) }),
    () =>
      new Promise((resolve, reject) => {
        fdatasync(fd, (error) => (error ? reject(error) : resolve()));
      }),
  );
}

/** One copy of a content file while it is being written under a temporary name. */
export class BlobCopy {
  readonly drive: Drive;
  readonly #id: string;
  readonly #fd: number;
  /**
   * The same file opened for direct I/O: whole chunks reach the medium at once, three times as
   * fast.
   */
  readonly #direct: number | undefined;
  #directRefused = false;
  /** Whether a copy may already exist; it stays until this one is complete. */
  readonly #replaces: boolean;
  #open = true;
  #published = false;
  #unsynced = 0;
  #syncing: Promise<void> | undefined;
  #syncError: unknown;
  readonly #writes = new Set<Promise<void>>();

  private constructor(
    drive: Drive,
    id: string,
    file: { fd: number; direct?: number | undefined; replaces?: boolean },
  ) {
    this.drive = drive;
    this.#id = id;
    this.#fd = file.fd;
    this.#direct = file.direct;
    this.#replaces = file.replaces ?? false;
  }

  static async create(drive: Drive, id: string): Promise<BlobCopy> {
    const path = temporaryPath(drive, id);
    const fd = await openFile(path, OPEN_NEW);
    return new BlobCopy(drive, id, { fd, direct: await openDirect(path) });
  }

  /** Creates a copy that replaces a missing or damaged one. */
  static async replace(drive: Drive, id: string): Promise<BlobCopy> {
    const fd = await openFile(temporaryPath(drive, id), OPEN_EMPTY);
    return new BlobCopy(drive, id, { fd, replaces: true });
  }

  get published(): boolean {
    return this.#published;
  }

  /** @param bytes ideally page-aligned and a multiple of 4 KiB */
  write(bytes: Uint8Array, position: number): Promise<void> {
    const write = tracedWork(
      () => ({
        kind: 'storage',
        name: 'storage.CreateFile',
        path: pathOf(this.#fd),
        bytes: bytes.length,
      }),
      () => this.#write(bytes, position),
    );
    this.#writes.add(write);
    const ended = (): boolean => this.#writes.delete(write);
    write.then(ended, ended);
    return write;
  }

  async #write(bytes: Uint8Array, position: number): Promise<void> {
    takeRoom(this.drive, bytes.length);
    if (isAligned(bytes, position) && (await this.#writeDirect(bytes, position))) {
      return;
    }
    await writeAll(this.#fd, bytes, position);
    this.#unsynced += bytes.length;
    if (this.#unsynced >= SYNC_EVERY && !this.#syncing) {
      this.#unsynced = 0;
      this.#syncing = this.#syncAhead();
    }
  }

  /** Returns false if direct I/O is not supported here; it is not tried again for this copy. */
  async #writeDirect(bytes: Uint8Array, position: number): Promise<boolean> {
    if (this.#direct === undefined || this.#directRefused) {
      return false;
    }
    try {
      await writeAll(this.#direct, bytes, position);
      return true;
    } catch (error) {
      if (!isRefusal(error)) {
        throw error;
      }
      this.#directRefused = true;
      return false;
    }
  }

  /** Saves the error until the copy is published: a later sync would not report it again. */
  async #syncAhead(): Promise<void> {
    try {
      await syncFile(this.#fd);
    } catch (error) {
      this.#syncError = error;
    }
    this.#syncing = undefined;
  }

  /** Duplicates the file to another drive; nothing may be written after that. */
  async duplicate(drive: Drive): Promise<BlobCopy> {
    const path = temporaryPath(drive, this.#id);
    const name = this.#published ? blobPath : temporaryPath;
    try {
      await copyFile(name(this.drive, this.#id), path);
      return new BlobCopy(drive, this.#id, { fd: await openFile(path, OPEN_AGAIN) });
    } catch (error) {
      await unlink(path).catch(() => undefined);
      throw error;
    }
  }

  /** Syncs the file and renames it into place. */
  publish(): Promise<void> {
    const path = blobPath(this.drive, this.#id);
    return tracedWork(
      () => ({ kind: 'storage', name: 'storage.RenameFile', path }),
      () => this.#publish(path),
    );
  }

  async #publish(path: string): Promise<void> {
    await this.#syncing;
    if (this.#syncError) {
      throw this.#syncError;
    }
    await syncFile(this.#fd);
    await this.#close();
    const directory = blobDirectory(this.drive, this.#id);
    await makeDurableDirectory(directory);
    await rename(temporaryPath(this.drive, this.#id), path);
    await syncDirectory(directory);
    this.#published = true;
  }

  /** Removes what was written, published or not, but never the copy it was to replace. */
  async discard(): Promise<void> {
    await this.#syncing;
    // Best effort: leftover temporary files are swept at the next start.
    await this.#close().catch(() => undefined);
    await unlink(temporaryPath(this.drive, this.#id)).catch(() => undefined);
    if (!this.#replaces) {
      await unlink(blobPath(this.drive, this.#id)).catch(() => undefined);
    }
  }

  /**
   * Waits for writes that are under way, as when another one has failed: the system gives the
   * number of a closed file to the next one that is opened, and they would go there.
   */
  async #close(): Promise<void> {
    if (this.#open) {
      this.#open = false;
      await Promise.allSettled(this.#writes);
      await this.#syncing;
      const direct = this.#direct === undefined ? [] : [this.#direct];
      await Promise.all([this.#fd, ...direct].map(closeFile));
    }
  }
}

/**
 * Returns undefined if the platform or the drive's file system does not support direct I/O;
 * buffered writes still work.
 */
function openDirect(path: string): Promise<number | undefined> {
  return constants.O_DIRECT === undefined
    ? Promise.resolve(undefined)
    : openFile(path, constants.O_WRONLY | constants.O_DIRECT).catch(() => undefined);
}

function isAligned(bytes: Uint8Array, position: number): boolean {
  return bytes.length % DIRECT_ALIGNMENT === 0 && position % DIRECT_ALIGNMENT === 0;
}

/** Whether the file system rejected direct I/O or its alignment. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EINVAL';
}

function temporaryPath(drive: Drive, id: string): string {
  return join(temporaryDirectory(drive.path), id);
}

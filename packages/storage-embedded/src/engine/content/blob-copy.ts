import { constants, fdatasync } from 'node:fs';
import { copyFile, mkdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { blobDirectory, blobPath, type Drive, temporaryDirectory } from '../drives/drive.ts';
import { syncDirectory } from '../drives/drive-format.ts';
import { closeFile, openFile, writeAll } from '../drives/raw-file.ts';

const OPEN_NEW = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;
const OPEN_AGAIN = constants.O_RDWR;
/** Synced each time so much was written, so that the last sync has little left to do. */
const SYNC_EVERY = 32 * 1024 * 1024;

function syncFile(fd: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fdatasync(fd, (error) => (error ? reject(error) : resolve()));
  });
}

/** One copy of a content file while it is written, under a temporary name. */
export class BlobCopy {
  readonly drive: Drive;
  readonly #id: string;
  readonly #fd: number;
  #open = true;
  #published = false;
  #unsynced = 0;
  #syncing: Promise<void> | undefined;
  #syncError: unknown;

  private constructor(drive: Drive, id: string, fd: number) {
    this.drive = drive;
    this.#id = id;
    this.#fd = fd;
  }

  static async create(drive: Drive, id: string): Promise<BlobCopy> {
    return new BlobCopy(drive, id, await openFile(temporaryPath(drive, id), OPEN_NEW));
  }

  get published(): boolean {
    return this.#published;
  }

  async write(bytes: Uint8Array, position: number): Promise<void> {
    await writeAll(this.#fd, bytes, position);
    this.#unsynced += bytes.length;
    if (this.#unsynced >= SYNC_EVERY && !this.#syncing) {
      this.#unsynced = 0;
      this.#syncing = this.#syncAhead();
    }
  }

  /** A failure is thrown when the copy is published: a later sync would not tell it again. */
  async #syncAhead(): Promise<void> {
    try {
      await syncFile(this.#fd);
    } catch (error) {
      this.#syncError = error;
    }
    this.#syncing = undefined;
  }

  /** Makes the same file on another drive; what was written so far is all there is to be. */
  async duplicate(drive: Drive): Promise<BlobCopy> {
    const path = temporaryPath(drive, this.#id);
    const name = this.#published ? blobPath : temporaryPath;
    await copyFile(name(this.drive, this.#id), path);
    return new BlobCopy(drive, this.#id, await openFile(path, OPEN_AGAIN));
  }

  /** Syncs the file and gives it its name. */
  async publish(): Promise<void> {
    await this.#syncing;
    if (this.#syncError) {
      throw this.#syncError;
    }
    await syncFile(this.#fd);
    await this.#close();
    const directory = blobDirectory(this.drive, this.#id);
    await mkdir(directory, { recursive: true });
    await rename(temporaryPath(this.drive, this.#id), blobPath(this.drive, this.#id));
    await syncDirectory(directory);
    this.#published = true;
  }

  /** Removes what was written, whether it was published or not. */
  async discard(): Promise<void> {
    await this.#syncing;
    // Best effort: what stays under a temporary name is swept at the next opening.
    await this.#close().catch(() => undefined);
    await unlink(temporaryPath(this.drive, this.#id)).catch(() => undefined);
    await unlink(blobPath(this.drive, this.#id)).catch(() => undefined);
  }

  async #close(): Promise<void> {
    if (this.#open) {
      this.#open = false;
      await closeFile(this.#fd);
    }
  }
}

function temporaryPath(drive: Drive, id: string): string {
  return join(temporaryDirectory(drive.path), id);
}

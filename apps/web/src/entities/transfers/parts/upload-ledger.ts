import { createListeners } from '../listeners.ts';

/**
 * What the browser stores about a multipart upload until it ends: enough to find its parts again.
 */
export interface UploadRecord {
  readonly id: string;
  readonly account: string;
  readonly bucket: string;
  readonly key: string;
  /** Name, size in bytes and modification time (milliseconds) of the file. */
  readonly name: string;
  readonly size: number;
  readonly lastModified: number;
  readonly uploadId: string;
  readonly partSize: number;
  /** Bytes of the parts stored so far. */
  readonly storedBytes: number;
}

export type SameFile = Pick<UploadRecord, 'name' | 'size' | 'lastModified'>;
export type UploadPlace = Pick<UploadRecord, 'bucket' | 'key'>;

/** Whether a file looks like the one an upload started with; its parts are compared as well. */
export function isSameFile(record: SameFile, { name, size, lastModified }: File): boolean {
  return record.name === name && record.size === size && record.lastModified === lastModified;
}

/** The browser's storage, reduced to what a test has to fake. */
export type LedgerStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

interface LedgerParts {
  readonly storage: () => LedgerStorage;
  /** Consoles at several paths of one origin share its storage. */
  readonly scope: () => string;
  /** Calls a listener when another tab has changed the storage. */
  readonly onChange: (listener: () => void) => void;
  /** Locks an upload against other tabs while the work lasts. */
  readonly hold: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;
  /** The lock names of uploads that any tab is working on. */
  readonly held: () => Promise<ReadonlySet<string>>;
}

const lockName = (id: string) => `upload:${id}`;

function isRecord(value: unknown): value is UploadRecord {
  return typeof value === 'object' && value !== null && 'uploadId' in value && 'account' in value;
}

/**
 * The unfinished uploads of the accounts that use this browser. It may be lost with the browser's
 * data.
 */
export class UploadLedger {
  readonly #parts: LedgerParts;
  readonly #changed = createListeners();
  /** Uploads this page is working on, which without Web Locks are known nowhere else. */
  readonly #own = new Set<string>();
  #account = '';

  constructor(parts: LedgerParts) {
    this.#parts = parts;
    parts.onChange(() => this.#changed.call());
  }

  /** Adds a listener for added and removed records. */
  readonly subscribe = this.#changed.add;

  /** Sets the account whose uploads are read and written. */
  open(account: string): void {
    this.#account = account;
    this.#changed.call();
  }

  get account(): string {
    return this.#account;
  }

  list(): readonly UploadRecord[] {
    const prefix = this.#prefix();
    return this.#keys()
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => this.#read(key) ?? [])
      .filter(({ account }) => account === this.#account);
  }

  /** Returns the unfinished upload of this file to this place that no tab is working on. */
  async find(place: UploadPlace, file: File): Promise<UploadRecord | undefined> {
    const paused = await this.paused();
    return paused.find(
      (record) =>
        record.bucket === place.bucket && record.key === place.key && isSameFile(record, file),
    );
  }

  /** Returns the uploads that no tab is working on: the user has to select their files again. */
  async paused(): Promise<readonly UploadRecord[]> {
    const held = await this.#parts.held();
    return this.list().filter(({ id }) => !this.#own.has(id) && !held.has(lockName(id)));
  }

  hold<Result>({ id }: UploadRecord, work: () => Promise<Result>): Promise<Result> {
    this.#own.add(id);
    return this.#parts.hold(lockName(id), work).finally(() => {
      this.#own.delete(id);
      this.#changed.call();
    });
  }

  write(record: UploadRecord): void {
    try {
      this.#parts.storage().setItem(this.#prefix() + record.id, JSON.stringify(record));
    } catch {
      // Storage is full or disabled: the upload just cannot be resumed after the page is closed.
    }
    this.#changed.call();
  }

  remove({ id }: UploadRecord): void {
    try {
      this.#parts.storage().removeItem(this.#prefix() + id);
    } catch {
      // Nothing can be stored, so there is nothing to remove.
    }
    this.#changed.call();
  }

  #prefix(): string {
    return `upload${this.#parts.scope()}:`;
  }

  #keys(): readonly string[] {
    try {
      const storage = this.#parts.storage();
      return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    } catch {
      return [];
    }
  }

  #read(key: string): UploadRecord | undefined {
    try {
      const value: unknown = JSON.parse(this.#parts.storage().getItem(key) ?? '');
      return isRecord(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }
}

/**
 * Returns the ledger of this browser. Web Locks are available on pages loaded over TLS or from
 * localhost.
 */
export function browserLedger(scope: () => string): UploadLedger {
  const { locks } = globalThis.navigator;
  return new UploadLedger({
    storage: () => globalThis.localStorage,
    scope,
    onChange: (listener) => globalThis.addEventListener('storage', listener),
    hold: (name, work) => (locks ? locks.request(name, work) : work()),
    held: async () => {
      const { held = [] } = (await locks?.query()) ?? {};
      return new Set(held.map(({ name }) => name ?? ''));
    },
  });
}

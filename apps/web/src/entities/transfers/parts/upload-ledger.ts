import { createListeners } from '../listeners.ts';

/** What the browser remembers of an upload in parts until it ends: enough to find its parts again. */
export interface UploadRecord {
  readonly id: string;
  readonly account: string;
  readonly bucket: string;
  readonly key: string;
  /** Name, bytes and time of change (milliseconds) of the file. */
  readonly name: string;
  readonly size: number;
  readonly lastModified: number;
  readonly uploadId: string;
  readonly partSize: number;
  /** Bytes of the parts that have arrived. */
  readonly storedBytes: number;
}

export type SameFile = Pick<UploadRecord, 'name' | 'size' | 'lastModified'>;
export type UploadPlace = Pick<UploadRecord, 'bucket' | 'key'>;

/** Whether a file looks like the one that an upload began with; its parts are compared as well. */
export function isSameFile(record: SameFile, { name, size, lastModified }: File): boolean {
  return record.name === name && record.size === size && record.lastModified === lastModified;
}

/** Storage as browsers have it, and what of it a test stands in for. */
export type LedgerStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

interface LedgerParts {
  readonly storage: () => LedgerStorage;
  /** Consoles at several paths of one origin share its storage. */
  readonly scope: () => string;
  /** Tells when another tab has changed the storage. */
  readonly onChange: (listener: () => void) => void;
  /** Keeps other tabs from an upload for as long as the work lasts. */
  readonly hold: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;
  /** The uploads that any tab works on, by the names that they are held by. */
  readonly held: () => Promise<ReadonlySet<string>>;
}

const lockName = (id: string) => `upload:${id}`;

function isRecord(value: unknown): value is UploadRecord {
  return typeof value === 'object' && value !== null && 'uploadId' in value && 'account' in value;
}

/** The unfinished uploads of the accounts that use this browser. It is lost with the browser's data, no more. */
export class UploadLedger {
  readonly #parts: LedgerParts;
  readonly #changed = createListeners();
  /** Those that this page works on: without Web Locks nobody else knows of them. */
  readonly #own = new Set<string>();
  #account = '';

  constructor(parts: LedgerParts) {
    this.#parts = parts;
    parts.onChange(() => this.#changed.call());
  }

  /** Tells when records come or go. */
  readonly subscribe = this.#changed.add;

  /** Whose uploads are read and written from now on. */
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

  /** The upload of this file to this place that was begun before and that no tab works on. */
  async find(place: UploadPlace, file: File): Promise<UploadRecord | undefined> {
    const paused = await this.paused();
    return paused.find(
      (record) =>
        record.bucket === place.bucket && record.key === place.key && isSameFile(record, file),
    );
  }

  /** Those that no tab works on: somebody has to choose their files again. */
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
      // Storage is full or switched off: the upload cannot be continued after the page, that is all.
    }
    this.#changed.call();
  }

  remove({ id }: UploadRecord): void {
    try {
      this.#parts.storage().removeItem(this.#prefix() + id);
    } catch {
      // Nothing can be stored, so there is nothing to forget.
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

/** The ledger of this browser. Web Locks are there where the page came over TLS or from this machine. */
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

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { EngineOptions } from '../../engine/engine-options.ts';
import { replaceSecret } from '../../secret-file.ts';

type Log = NonNullable<EngineOptions['log']>;

const KEY_BYTES = 32;
const MAX_KEYS = 10_000;
const NAME = /^[A-Za-z0-9_-]{1,80}$/;

/**
 * The named keys for SSE-KMS, from a file with one `name:key` per line, each key as base64 of 32
 * bytes, like MinIO's MINIO_KMS_SECRET_KEY. The first one is the default. Without the file, the
 * server has no key service.
 */
export class KeyFile {
  readonly #path: string;
  readonly #log: Log;
  #keys: ReadonlyMap<string, Uint8Array> | undefined;
  #served = 0;
  #failed = 0;
  #lastWrite: Promise<unknown> = Promise.resolve();

  /** @throws Error if the file cannot be read or contains an invalid line */
  constructor(path: string, log: Log) {
    this.#path = path;
    this.#log = log;
    this.#keys = readKeys(path);
  }

  /** Reloads the file. If it cannot be read, the keys read before are kept. */
  reload(): void {
    try {
      this.#keys = readKeys(this.#path);
    } catch (error) {
      this.#log('error', 'The key file is not used as it is.', { error: String(error) });
    }
  }

  /** Whether there is a key service. */
  get configured(): boolean {
    return this.#keys !== undefined;
  }

  /** @throws S3Error NotImplemented if there is no key service */
  requireKeys(): void {
    this.#need();
  }

  /** Number of key requests that succeeded. */
  get served(): number {
    return this.#served;
  }

  /** Number of requests for keys that do not exist. */
  get failed(): number {
    return this.#failed;
  }

  /**
   * Name of the default key; '' if there is none.
   *
   * @throws S3Error NotImplemented
   */
  get defaultName(): string {
    return this.names[0] ?? '';
  }

  /**
   * Names of the keys in file order.
   *
   * @throws S3Error NotImplemented
   */
  get names(): readonly string[] {
    return [...this.#need().keys()];
  }

  /**
   * Returns the 32 bytes of a key.
   *
   * @param name '' for the default
   * @throws S3Error NotImplemented, KMS.NotFoundException
   */
  get(name: string): Uint8Array {
    const key = this.#need().get(name === '' ? this.defaultName : name);
    if (key === undefined) {
      this.#failed++;
      throw new S3Error('KMS.NotFoundException');
    }
    this.#served++;
    return key;
  }

  /**
   * Creates a key; it is in the file when the promise resolves.
   *
   * @throws S3Error NotImplemented, XMinioAdminInvalidArgument, kms:KeyAlreadyExists
   */
  create(name: string): Promise<void> {
    const done = this.#lastWrite.then(() => this.#create(name));
    this.#lastWrite = done.catch(() => undefined);
    return done;
  }

  async #create(name: string): Promise<void> {
    const keys = this.#need();
    if (!NAME.test(name) || keys.size >= MAX_KEYS) {
      throw new S3Error(
        'XMinioAdminInvalidArgument',
        'The name of a key has 1 to 80 letters, digits, - and _.',
      );
    }
    if (keys.has(name)) {
      throw new S3Error('kms:KeyAlreadyExists');
    }
    const more = new Map(keys).set(name, randomBytes(KEY_BYTES));
    await replaceSecret(this.#path, writeKeys(more));
    this.#keys = more;
  }

  #need(): ReadonlyMap<string, Uint8Array> {
    if (this.#keys === undefined) {
      throw new S3Error(
        'NotImplemented',
        'Server side encryption specified but KMS is not configured',
      );
    }
    return this.#keys;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

function readKeys(path: string): ReadonlyMap<string, Uint8Array> | undefined {
  const text = readIfThere(path);
  return text === undefined ? undefined : parseKeys(text, path);
}

function parseKeys(text: string, path: string): ReadonlyMap<string, Uint8Array> {
  const keys = new Map<string, Uint8Array>();
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) {
      continue;
    }
    const [name = '', encoded = ''] = line.trim().split(':');
    const key = Buffer.from(encoded, 'base64');
    if (!NAME.test(name) || key.length !== KEY_BYTES || keys.has(name)) {
      // The line is left out of the message, since it may contain a key.
      throw new Error(
        `${path}, line ${i + 1}: expected name:key, the name used once, the key base64 of 32 bytes.`,
      );
    }
    keys.set(name, key);
  }
  return keys;
}

function writeKeys(keys: ReadonlyMap<string, Uint8Array>): string {
  const lines = [...keys].map(([name, key]) => `${name}:${Buffer.from(key).toString('base64')}\n`);
  return lines.join('');
}

import { hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readOrCreateSecret } from '../secret-file.ts';

const KEY_BYTES = 32;

/** The store's own key, from which the keys of its parts are derived. */
export class MasterKey {
  readonly #bytes: Uint8Array;

  /** @param bytes 32 random bytes */
  constructor(bytes: Uint8Array) {
    if (bytes.length !== KEY_BYTES) {
      throw new RangeError(`The master key must have ${KEY_BYTES} bytes.`);
    }
    this.#bytes = bytes;
  }

  /** A key of 32 bytes for one purpose. */
  derive(purpose: string): Uint8Array {
    return new Uint8Array(hkdfSync('sha256', this.#bytes, '', purpose, KEY_BYTES));
  }
}

/**
 * Reads the key file of a data directory, which is made at the first start.
 *
 * @throws Error when the file cannot be read or does not hold a key
 */
export async function loadMasterKey(dataDir: string): Promise<MasterKey> {
  const path = join(dataDir, 'master.key');
  const text = await readOrCreateSecret(
    path,
    () => `${randomBytes(KEY_BYTES).toString('base64')}\n`,
  );
  const bytes = Buffer.from(text.trim(), 'base64');
  if (bytes.length !== KEY_BYTES) {
    throw new Error(`${path} holds no master key; restore it from a backup.`);
  }
  return new MasterKey(bytes);
}

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
} from 'node:crypto';
import { join } from 'node:path';
import { readOrCreateSecretFile } from '../config/secret-file.ts';
import { ConfigError } from '../config/setting.ts';

const KEY_FILE = 'session.key';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts data at rest. `context` binds it to its place: it cannot be opened elsewhere. */
export interface Sealer {
  seal(plain: string, context: string): Uint8Array;
  /** Undefined if it was not sealed with this key, or for a different place. */
  open(sealed: Uint8Array, context: string): string | undefined;
  /**
   * A hex pseudonym of a text, the same wherever this key is used; others cannot recover the text.
   */
  tag(text: string): string;
}

/** AES-256-GCM with a 32-byte key; the output is nonce, tag and ciphertext. */
export function sealerWith(key: Uint8Array): Sealer {
  const tagKey = new Uint8Array(hkdfSync('sha256', key, '', 'stowage tags', 32));
  return {
    tag: (text) => createHmac('sha256', tagKey).update(text).digest('hex'),
    seal(plain, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      cipher.setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(sealed, context) {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      if (tag.length < TAG_BYTES) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(tag);
      const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
      return finish(() => Buffer.concat([text, decipher.final()]).toString('utf8'));
    },
  };
}

/** Node throws if the tag is wrong; here that is a regular result. */
function finish(final: () => string): string | undefined {
  try {
    return final();
  } catch {
    return undefined;
  }
}

/**
 * The sealer of this installation: from the configured passphrase, or from a key in the data
 * directory.
 */
export async function loadSealer(
  dataDir: string,
  passphrase: { readonly secret: string; readonly salt: string } | undefined,
): Promise<Sealer> {
  if (passphrase) return sealerWith(await derive(passphrase.secret, passphrase.salt));
  const file = join(dataDir, KEY_FILE);
  const { content } = await readOrCreateSecretFile(file, () => randomBytes(32).toString('base64'));
  const key = Buffer.from(content, 'base64');
  if (key.length === 32) return sealerWith(key);
  throw new ConfigError(
    `${file} cannot be used: expected 32 bytes in base64. ` +
      'Restore it from a backup, or move it away to have a new one made: all users log in again.',
  );
}

function derive(secret: string, salt: string): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  scrypt(secret, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 }, (error, key) =>
    error ? reject(error) : resolve(key),
  );
  return promise;
}

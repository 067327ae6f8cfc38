import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const SALT_BYTES = 32;
const KEY_BYTES = 32;
const TAG_BYTES = 16;
/** Constant, because every sealing derives its own key. */
const NONCE = Buffer.alloc(12);

export function newDataKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/**
 * Encrypts an object's key with another key.
 *
 * @param context what the key is for; required to open it again
 * @returns base64
 */
export function sealKey(dataKey: Uint8Array, under: Uint8Array, context: string): string {
  const salt = randomBytes(SALT_BYTES);
  const cipher = createCipheriv(ALGORITHM, sealingKey(under, salt), NONCE);
  cipher.setAAD(Buffer.from(context));
  const sealed = [cipher.update(dataKey), cipher.final()];
  return Buffer.concat([salt, ...sealed, cipher.getAuthTag()]).toString('base64');
}

/** Decrypts a sealed key; undefined if the key or context differs or it was modified. */
export function openKey(sealed: string, under: Uint8Array, context: string): Buffer | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length !== SALT_BYTES + KEY_BYTES + TAG_BYTES) {
    return undefined;
  }
  const key = sealingKey(under, bytes.subarray(0, SALT_BYTES));
  const decipher = createDecipheriv(ALGORITHM, key, NONCE, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(SALT_BYTES + KEY_BYTES));
  try {
    const dataKey = decipher.update(bytes.subarray(SALT_BYTES, SALT_BYTES + KEY_BYTES));
    return Buffer.concat([dataKey, decipher.final()]);
  } catch {
    return undefined;
  }
}

function sealingKey(under: Uint8Array, salt: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', under, salt, 'stowage object key', KEY_BYTES));
}

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts short secrets (AES-256-GCM), each bound to the name of its owner. */
export class TextSealer {
  readonly #keys: readonly Uint8Array[];

  /** @param keys 32 bytes each; the first one seals, all of them open */
  constructor(keys: readonly Uint8Array[]) {
    this.#keys = keys;
  }

  /** @returns base64 of nonce, tag and ciphertext */
  seal(text: string, owner: string): string {
    const [key] = this.#keys;
    if (key === undefined) {
      throw new RangeError('There is no key to seal with.');
    }
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** @throws Error if the text was sealed with another key or for another owner, or is damaged */
  open(sealed: string, owner: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    for (const key of this.#keys) {
      const text = openWith(key, bytes, owner);
      if (text !== undefined) {
        return text;
      }
    }
    throw new Error(`The secret of '${owner}' is damaged, or was sealed with another master key.`);
  }
}

function openWith(key: Uint8Array, bytes: Buffer, owner: string): string | undefined {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

import {
  argon2,
  type CipherChaCha20Poly1305Types,
  type CipherGCMTypes,
  createCipheriv,
  createDecipheriv,
  pbkdf2,
  randomBytes,
} from 'node:crypto';
import { promisify } from 'node:util';
import { FairTurns } from './fair-turns.ts';

/**
 * The encryption of secrets in MinIO's Admin API: a key is derived from the caller's secret key
 * and the payload is sealed as a stream of fragments.
 *
 *     salt (32) | cipher (1) | nonce (8) | fragments of 16 KiB, each with its tag (16)
 *
 * A fragment's nonce is the stream's nonce and a 32-bit little-endian counter from 1. Its
 * associated data is a byte that marks the last fragment (0x80, otherwise 0x00) and the tag of
 * nothing sealed under counter 0, so fragments cannot be reordered, dropped or cut off.
 */
export type AdminCipher = keyof typeof CIPHERS;

const CIPHERS = {
  'argon2id-aes-256-gcm': { id: 0, aead: 'aes-256-gcm', kdf: 'argon2id' },
  'argon2id-chacha20-poly1305': { id: 1, aead: 'chacha20-poly1305', kdf: 'argon2id' },
  'pbkdf2-aes-256-gcm': { id: 2, aead: 'aes-256-gcm', kdf: 'pbkdf2' },
} as const;

const SALT_BYTES = 32;
const NONCE_BYTES = 8;
const HEADER_BYTES = SALT_BYTES + 1 + NONCE_BYTES;
const TAG_BYTES = 16;
const FRAGMENT_BYTES = 16 * 1024;
const KEY_BYTES = 32;
const ARGON2 = { passes: 1, memory: 64 * 1024, parallelism: 4, tagLength: KEY_BYTES } as const;
const PBKDF2_ROUNDS = 8192;

/** The data was not produced by EncryptData, or with another secret. */
export class AdminPayloadError extends Error {
  readonly code: 'NotEncrypted' | 'NotAuthentic';

  constructor(code: 'NotEncrypted' | 'NotAuthentic') {
    super(
      code === 'NotEncrypted'
        ? 'The data is not an encrypted admin payload.'
        : 'The admin payload was changed or encrypted with another secret.',
    );
    this.name = 'AdminPayloadError';
    this.code = code;
  }
}

/** The owner of a key derivation, which costs 64 MiB and a good part of a second. */
export interface AdminCipherOptions {
  /** Waiting derivations take turns by owner; the secret key by default. */
  readonly owner?: string;
}

interface EncryptOptions extends AdminCipherOptions {
  /** For the reply to a payload that has been opened: may wait regardless of the limits. */
  readonly begun?: boolean;
  readonly cipher?: AdminCipher;
  /** Source of salt and nonce, for tests with known results. */
  readonly random?: (size: number) => Uint8Array;
}

/**
 * Encrypts a payload for whoever knows the secret key.
 *
 * @throws TooManyWaitingError
 */
export async function encryptAdminPayload(
  secretKey: string,
  data: Uint8Array,
  options: EncryptOptions = {},
): Promise<Buffer> {
  const {
    cipher = 'argon2id-aes-256-gcm',
    random = randomBytes,
    owner = secretKey,
    begun,
  } = options;
  const { id, aead, kdf } = CIPHERS[cipher];
  const salt = random(SALT_BYTES);
  const nonce = random(NONCE_BYTES);
  const fragments = new Fragments(
    aead,
    await deriveKey({ kdf, secretKey, salt, owner, begun }),
    nonce,
  );
  const pieces: Uint8Array[] = [salt, Uint8Array.of(id), nonce];
  let at = 0;
  do {
    const piece = data.subarray(at, at + FRAGMENT_BYTES);
    at += FRAGMENT_BYTES;
    pieces.push(...fragments.seal(piece, at >= data.length));
  } while (at < data.length);
  return Buffer.concat(pieces);
}

/**
 * Decrypts a payload of {@link encryptAdminPayload} or of madmin's EncryptData, with any of the
 * three ciphers.
 *
 * @throws AdminPayloadError, TooManyWaitingError
 */
export async function decryptAdminPayload(
  secretKey: string,
  data: Uint8Array,
  { owner = secretKey }: AdminCipherOptions = {},
): Promise<Buffer> {
  const cipher = Object.values(CIPHERS).find(({ id }) => id === data[SALT_BYTES]);
  if (cipher === undefined || data.length < HEADER_BYTES + TAG_BYTES) {
    throw new AdminPayloadError('NotEncrypted');
  }
  const { kdf, aead } = cipher;
  const key = await deriveKey({ kdf, secretKey, salt: data.subarray(0, SALT_BYTES), owner });
  const nonce = data.subarray(SALT_BYTES + 1, HEADER_BYTES);
  const fragments = new Fragments(aead, key, nonce);
  const pieces: Uint8Array[] = [];
  for (let at = HEADER_BYTES; at < data.length; at += FRAGMENT_BYTES + TAG_BYTES) {
    const end = at + FRAGMENT_BYTES + TAG_BYTES;
    pieces.push(fragments.open(data.subarray(at, end), end >= data.length));
  }
  return Buffer.concat(pieces);
}

/**
 * Decrypts a stream of fragments, sealed with AES-256-GCM under a single-use key, and hence without
 * a nonce. The yielded data is authentic; only the end of the stream proves that it is complete.
 *
 * @param key 32 bytes
 * @throws AdminPayloadError NotAuthentic
 */
export async function* openFragments(
  key: Uint8Array,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const fragments = new Fragments('aes-256-gcm', key, Buffer.alloc(NONCE_BYTES));
  const size = FRAGMENT_BYTES + TAG_BYTES;
  let waiting: Uint8Array = Buffer.alloc(0);
  for await (const piece of source) {
    waiting = Buffer.concat([waiting, piece]);
    // The last fragment can be full length; only the end of the stream identifies it.
    for (; waiting.length > size; waiting = waiting.subarray(size)) {
      yield fragments.open(waiting.subarray(0, size), false);
    }
  }
  yield fragments.open(waiting, true);
}

/** Whether data looks like an encrypted payload; servers reply in either form. */
export function isEncryptedAdminPayload(data: Uint8Array): boolean {
  return (
    data.length >= HEADER_BYTES + TAG_BYTES &&
    Object.values(CIPHERS).some(({ id }) => id === data[SALT_BYTES])
  );
}

type Aead = (typeof CIPHERS)[AdminCipher]['aead'];

class Fragments {
  readonly #aead: CipherGCMTypes & CipherChaCha20Poly1305Types;
  readonly #key: Uint8Array;
  readonly #nonce: Buffer;
  readonly #associated: Buffer;
  #counter = 0;

  constructor(aead: Aead, key: Uint8Array, nonce: Uint8Array) {
    // Both types support the same calls; only the typings distinguish them by name.
    this.#aead = aead as CipherGCMTypes & CipherChaCha20Poly1305Types;
    this.#key = key;
    this.#nonce = Buffer.alloc(NONCE_BYTES + 4);
    this.#nonce.set(nonce);
    const cipher = createCipheriv(this.#aead, key, this.#nonce, { authTagLength: TAG_BYTES });
    cipher.final();
    this.#associated = Buffer.concat([Uint8Array.of(0), cipher.getAuthTag()]);
  }

  seal(piece: Uint8Array, last: boolean): [sealed: Uint8Array, tag: Uint8Array] {
    const nonce = this.#next(last);
    const cipher = createCipheriv(this.#aead, this.#key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(this.#associated, { plaintextLength: piece.length });
    const sealed = Buffer.concat([cipher.update(piece), cipher.final()]);
    return [sealed, cipher.getAuthTag()];
  }

  open(sealed: Uint8Array, last: boolean): Buffer {
    const length = sealed.length - TAG_BYTES;
    if (length < 0) {
      throw new AdminPayloadError('NotAuthentic');
    }
    const nonce = this.#next(last);
    const cipher = createDecipheriv(this.#aead, this.#key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(this.#associated, { plaintextLength: length });
    cipher.setAuthTag(sealed.subarray(length));
    const opened = cipher.update(sealed.subarray(0, length));
    try {
      return Buffer.concat([opened, cipher.final()]);
    } catch {
      throw new AdminPayloadError('NotAuthentic');
    }
  }

  #next(last: boolean): Buffer {
    this.#counter += 1;
    this.#nonce.writeUInt32LE(this.#counter, NONCE_BYTES);
    this.#associated[0] = last ? 0x80 : 0x00;
    return this.#nonce;
  }
}

const derivePbkdf2 = promisify(pbkdf2);
const deriveArgon2 = promisify(argon2);

/** One derivation at a time, as each takes 64 MiB. */
const argon2Turns = new FairTurns({ ofOne: 64, ofAll: 256 });

interface Derivation {
  readonly kdf: 'argon2id' | 'pbkdf2';
  readonly secretKey: string;
  readonly salt: Uint8Array;
  readonly owner: string;
  readonly begun?: boolean | undefined;
}

function deriveKey({ kdf, secretKey, salt, owner, begun }: Derivation): Promise<Uint8Array> {
  if (kdf === 'pbkdf2') {
    return derivePbkdf2(secretKey, salt, PBKDF2_ROUNDS, KEY_BYTES, 'sha256');
  }
  const derive = () => deriveArgon2('argon2id', { ...ARGON2, message: secretKey, nonce: salt });
  return argon2Turns.take(owner, derive, begun);
}

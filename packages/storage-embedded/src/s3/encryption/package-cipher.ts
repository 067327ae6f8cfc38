import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { S3Error } from '@stowage/storage-wire/s3-error';

/**
 * The encrypted form of a content: packages of 64 KiB (the last one may be shorter), each
 * AES-256-GCM with the nonce before and the tag after it. The nonce consists of 8 random bytes per
 * content and the package number, whose highest bit marks the last one: no package can be omitted,
 * added or moved unnoticed, and each can be decrypted alone.
 */
export const PACKAGE_BYTES = 64 * 1024;
const ALGORITHM = 'aes-256-gcm';
const PREFIX_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const PACKAGE_OVERHEAD = NONCE_BYTES + TAG_BYTES;
const LAST_MARK = 0x8000_0000;

/** A package's position and expected content. */
export interface PackagePlace {
  readonly key: KeyObject;
  /** 0 for an object that was written in one piece. */
  readonly part: number;
  readonly index: number;
  /** Bytes of content in it. */
  readonly size: number;
  readonly last: boolean;
}

/** Encrypted length of a content of this many bytes. */
export function encryptedSize(size: number): number {
  return size + Math.ceil(size / PACKAGE_BYTES) * PACKAGE_OVERHEAD;
}

/** Content length for this many encrypted bytes. */
export function decryptedSize(size: number): number {
  return size - Math.ceil(size / (PACKAGE_BYTES + PACKAGE_OVERHEAD)) * PACKAGE_OVERHEAD;
}

/**
 * Derives the key of a content.
 *
 * @param dataKey the object's key, 32 bytes
 * @param part 0 for an object that is written in one piece
 */
export function contentKey(dataKey: Uint8Array, part: number): KeyObject {
  return createSecretKey(createHmac('sha256', dataKey).update(`part ${part}`).digest());
}

/** Encrypts a content as a stream. */
export async function* encryptPackages(
  source: AsyncIterable<Uint8Array>,
  key: KeyObject,
): AsyncGenerator<Buffer, void, undefined> {
  const prefix = randomBytes(PREFIX_BYTES);
  let index = 0;
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of source) {
    for (let at = 0; at < bytes.length; ) {
      // Only at this point is it certain that the package is not the last.
      if (size === PACKAGE_BYTES) {
        yield sealPackage(key, nonceOf(prefix, index, false), held);
        index++;
        held = [];
        size = 0;
      }
      const piece = bytes.subarray(at, at + PACKAGE_BYTES - size);
      held.push(piece);
      size += piece.length;
      at += piece.length;
    }
  }
  if (size > 0) {
    yield sealPackage(key, nonceOf(prefix, index, true), held);
  }
}

function sealPackage(key: KeyObject, nonce: Buffer, content: readonly Uint8Array[]): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  const sealed = content.map((piece) => cipher.update(piece));
  cipher.final();
  return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]);
}

function nonceOf(prefix: Uint8Array, index: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.set(prefix);
  nonce.writeUInt32BE(last ? index + LAST_MARK : index, PREFIX_BYTES);
  return nonce;
}

/** Opens packages in the order given by `places`. */
class PackageOpener {
  readonly #places: Iterator<PackagePlace>;
  #next: PackagePlace | undefined;
  #part: number | undefined;
  #prefix: Uint8Array = new Uint8Array();

  constructor(places: Iterable<PackagePlace>) {
    this.#places = places[Symbol.iterator]();
    this.#advance();
  }

  /** Stored length of the next package; undefined after the last one. */
  get needed(): number | undefined {
    return this.#next === undefined ? undefined : this.#next.size + PACKAGE_OVERHEAD;
  }

  open(bytes: Uint8Array): Buffer {
    const place = this.#next;
    if (place === undefined) {
      throw damaged();
    }
    if (place.part !== this.#part) {
      this.#part = place.part;
      this.#prefix = bytes.slice(0, PREFIX_BYTES);
    }
    const nonce = nonceOf(this.#prefix, place.index, place.last);
    if (!nonce.equals(bytes.subarray(0, NONCE_BYTES))) {
      throw damaged();
    }
    const decipher = createDecipheriv(ALGORITHM, place.key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES + place.size));
    const content = decipher.update(bytes.subarray(NONCE_BYTES, NONCE_BYTES + place.size));
    try {
      decipher.final();
    } catch {
      throw damaged();
    }
    this.#advance();
    return content;
  }

  #advance(): void {
    const { done, value } = this.#places.next();
    this.#next = done === true ? undefined : value;
  }
}

/**
 * Decrypts packages as a stream.
 *
 * @param source exactly the bytes of the packages
 * @throws S3Error InternalError if they are not what was written
 */
export async function* decryptPackages(
  source: AsyncIterable<Uint8Array>,
  places: Iterable<PackagePlace>,
): AsyncGenerator<Buffer, void, undefined> {
  const opener = new PackageOpener(places);
  let waiting: Uint8Array[] = [];
  let held = 0;
  for await (const bytes of source) {
    for (let at = 0; at < bytes.length; ) {
      const { needed } = opener;
      if (needed === undefined) {
        throw damaged();
      }
      const piece = bytes.subarray(at, at + needed - held);
      at += piece.length;
      held += piece.length;
      waiting.push(piece);
      if (held === needed) {
        yield opener.open(waiting.length === 1 ? piece : Buffer.concat(waiting));
        waiting = [];
        held = 0;
      }
    }
  }
  if (opener.needed !== undefined) {
    throw damaged();
  }
}

/**
 * Decrypts packages in memory.
 *
 * @throws S3Error InternalError if they are not what was written
 */
export function decryptWhole(bytes: Uint8Array, places: Iterable<PackagePlace>): Buffer {
  const opener = new PackageOpener(places);
  const contents: Buffer[] = [];
  let at = 0;
  for (let { needed } = opener; needed !== undefined; needed = opener.needed) {
    if (at + needed > bytes.length) {
      throw damaged();
    }
    contents.push(opener.open(bytes.subarray(at, at + needed)));
    at += needed;
  }
  const [only] = contents;
  if (at !== bytes.length) {
    throw damaged();
  }
  return only !== undefined && contents.length === 1 ? only : Buffer.concat(contents);
}

function damaged(): S3Error {
  return new S3Error('InternalError', 'The encrypted content is not what was written.');
}

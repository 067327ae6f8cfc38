import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ObjectAttributes } from '../../engine/types.ts';
import type { EncryptionWish } from './encryption-wish.ts';
import type { KeyFile } from './key-file.ts';
import { newDataKey, openKey, sealKey } from './sealed-key.ts';

/** The object that a key belongs to; a sealed key is useless for any other. */
export interface KeyPlace {
  readonly bucket: string;
  readonly key: string;
}

/** Encryption attributes stored with an object. */
export interface KeptEncryption {
  readonly kind: EncryptionWish['kind'];
  /** The object's own key, sealed. */
  readonly key: string;
  /** With SSE-KMS: the name of the sealing key. */
  readonly keyId?: string;
  /** With SSE-KMS, if specified by the client: base64 of a JSON object. */
  readonly context?: string;
}

/** Returns the encryption attributes of an object or upload; undefined if it is not encrypted. */
export function keptEncryption(
  attributes: Pick<ObjectAttributes, 'encryption'>,
): KeptEncryption | undefined {
  return attributes.encryption as KeptEncryption | undefined;
}

/** Creates and opens the keys of objects. */
export class ObjectKeys {
  readonly #serverKeys: readonly [current: Uint8Array, ...former: Uint8Array[]];
  readonly #keyFile: KeyFile;

  /** @param serverKeys for SSE-S3, 32 bytes each: the first one seals, all of them open */
  constructor(serverKeys: readonly [Uint8Array, ...Uint8Array[]], keyFile: KeyFile) {
    this.#serverKeys = serverKeys;
    this.#keyFile = keyFile;
  }

  /**
   * Creates a key for an object, sealed for storage.
   *
   * @throws S3Error NotImplemented (no key service), KMS.NotFoundException
   */
  create(wish: EncryptionWish, place: KeyPlace): KeptEncryption {
    if (wish.kind !== 'SSE-KMS') {
      const under = wish.kind === 'SSE-C' ? wish.key : this.#serverKeys[0];
      return { kind: wish.kind, key: seal(wish.kind, under, place) };
    }
    const under = this.#keyFile.get(wish.keyId);
    const keyId = wish.keyId === '' ? this.#keyFile.defaultName : wish.keyId;
    const { context } = wish;
    const key = seal(wish.kind, under, place, context);
    return { kind: wish.kind, key, keyId, ...(context === undefined ? {} : { context }) };
  }

  /**
   * Opens an object's key.
   *
   * @param customerKey required with SSE-C
   * @returns undefined if it is sealed with a different customer key
   * @throws S3Error NotImplemented, KMS.NotFoundException, InternalError
   */
  open(
    kept: KeptEncryption,
    place: KeyPlace,
    customerKey: Uint8Array | undefined,
  ): Uint8Array | undefined {
    const context = sealContext(kept.kind, place, kept.context);
    for (const under of this.#under(kept, customerKey)) {
      const dataKey = openKey(kept.key, under, context);
      if (dataKey !== undefined) {
        return dataKey;
      }
    }
    if (kept.kind !== 'SSE-C') {
      throw new S3Error('InternalError', 'The key of the object could not be opened.');
    }
    return undefined;
  }

  /**
   * Reseals a key with the server's current one.
   *
   * @returns undefined if it already is, or if it is not sealed with a key of the server
   * @throws S3Error InternalError if it cannot be opened
   */
  resealed(kept: KeptEncryption, place: KeyPlace): KeptEncryption | undefined {
    const context = sealContext(kept.kind, place, kept.context);
    const [current] = this.#serverKeys;
    if (kept.kind !== 'SSE-S3' || openKey(kept.key, current, context) !== undefined) {
      return undefined;
    }
    const dataKey = this.open(kept, place, undefined);
    return dataKey && { ...kept, key: sealKey(dataKey, current, context) };
  }

  #under(kept: KeptEncryption, customerKey: Uint8Array | undefined): readonly Uint8Array[] {
    if (kept.kind === 'SSE-KMS') {
      return [this.#keyFile.get(kept.keyId ?? '')];
    }
    if (kept.kind === 'SSE-S3') {
      return this.#serverKeys;
    }
    return customerKey === undefined ? [] : [customerKey];
  }
}

function seal(kind: string, under: Uint8Array, place: KeyPlace, context?: string): string {
  return sealKey(newDataKey(), under, sealContext(kind, place, context));
}

function sealContext(kind: string, { bucket, key }: KeyPlace, context: string | undefined): string {
  return JSON.stringify([kind, bucket, key, context ?? '']);
}

import { hkdfSync, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const ID_BYTES = 8;

/**
 * The store's master key, from which the keys of its components are derived, together with former
 * keys for as long as anything is sealed with them.
 */
export class MasterKey {
  readonly #secrets: readonly [current: Uint8Array, ...former: Uint8Array[]];

  private constructor(secrets: readonly [Uint8Array, ...Uint8Array[]]) {
    this.#secrets = secrets;
  }

  static generate(): MasterKey {
    return new MasterKey([randomBytes(KEY_BYTES)]);
  }

  /**
   * @param text one line with base64 of 32 bytes per key, the current one first
   * @returns undefined if it is anything else
   */
  static parse(text: string): MasterKey | undefined {
    const [current, ...former] = text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => Buffer.from(line.trim(), 'base64'));
    return current !== undefined && [current, ...former].every((key) => key.length === KEY_BYTES)
      ? new MasterKey([current, ...former])
      : undefined;
  }

  /** Serialises the keys in the format of `parse`. */
  print(): string {
    return this.#secrets.map((key) => `${Buffer.from(key).toString('base64')}\n`).join('');
  }

  /** Ids that distinguish keys without revealing them, the current one first. */
  get ids(): readonly string[] {
    return this.#secrets.map((key) => derived(key, 'id', ID_BYTES).toString('hex'));
  }

  /** Whether all keys with these ids are present. */
  covers(ids: readonly string[]): boolean {
    const known = this.ids;
    return ids.every((id) => known.includes(id));
  }

  /** Derives a 32-byte key for one purpose. */
  derive(purpose: string): Uint8Array {
    return derived(this.#secrets[0], purpose, KEY_BYTES);
  }

  /**
   * Derives all keys that may have sealed something for this purpose, the one for new seals first.
   */
  deriveAll(purpose: string): readonly [current: Uint8Array, ...former: Uint8Array[]] {
    const [current, ...former] = this.#secrets;
    const of = (key: Uint8Array) => derived(key, purpose, KEY_BYTES);
    return [of(current), ...former.map(of)];
  }

  get hasFormer(): boolean {
    return this.#secrets.length > 1;
  }

  /** Adds a new current key for all new seals. */
  rotated(): MasterKey {
    return new MasterKey([randomBytes(KEY_BYTES), ...this.#secrets]);
  }

  withoutFormer(): MasterKey {
    return new MasterKey([this.#secrets[0]]);
  }
}

function derived(key: Uint8Array, purpose: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', purpose, length));
}

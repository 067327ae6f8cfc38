import { hkdfSync, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const ID_BYTES = 8;

/**
 * The store's own key, from which the keys of its parts are derived, and former ones for as
 * long as something is sealed with them.
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
   * @param text a line with base64 of 32 bytes for each key, the current one first
   * @returns undefined when it is something else
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

  /** What `parse` reads. */
  print(): string {
    return this.#secrets.map((key) => `${Buffer.from(key).toString('base64')}\n`).join('');
  }

  /** Tells keys apart and says nothing about them; the current one's first. */
  get ids(): readonly string[] {
    return this.#secrets.map((key) => derived(key, 'id', ID_BYTES).toString('hex'));
  }

  /** Whether nothing is missing that the other one has. */
  covers(ids: readonly string[]): boolean {
    const known = this.ids;
    return ids.every((id) => known.includes(id));
  }

  /** A key of 32 bytes for one purpose. */
  derive(purpose: string): Uint8Array {
    return derived(this.#secrets[0], purpose, KEY_BYTES);
  }

  /** The keys with which something of that purpose may be sealed, the one for new seals first. */
  deriveAll(purpose: string): readonly [current: Uint8Array, ...former: Uint8Array[]] {
    const [current, ...former] = this.#secrets;
    const of = (key: Uint8Array) => derived(key, purpose, KEY_BYTES);
    return [of(current), ...former.map(of)];
  }

  get hasFormer(): boolean {
    return this.#secrets.length > 1;
  }

  /** With a new key for all new seals. */
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

import type { Engine } from '../engine/types.ts';

/** The part of the engine that a map uses. */
export type Documents = Pick<Engine, 'listDocuments' | 'putDocument' | 'putDocuments'>;

/** Encodes values as documents of the engine and decodes them. */
export interface Codec<Value> {
  encode(value: Value, name: string): string;
  decode(text: string, name: string): Value;
}

/** A map held in memory, each value of which is a durable document of the engine. */
export class DurableMap<Value> {
  readonly #engine: Documents;
  readonly #kind: string;
  readonly #codec: Codec<Value>;
  #values = new Map<string, Value>();

  /** @param kind of the documents, used by this map only */
  constructor(engine: Documents, kind: string, codec: Codec<Value>) {
    this.#engine = engine;
    this.#kind = kind;
    this.#codec = codec;
    this.reload();
  }

  /** Reloads everything from the engine. */
  reload(): void {
    const values = new Map<string, Value>();
    for (const { name, value } of this.#engine.listDocuments(this.#kind)) {
      values.set(name, this.#codec.decode(value, name));
    }
    this.#values = values;
  }

  get(name: string): Value | undefined {
    return this.#values.get(name);
  }

  entries(): Iterable<[name: string, value: Value]> {
    return this.#values;
  }

  values(): Iterable<Value> {
    return this.#values.values();
  }

  /** Resolves once the value is durable, which is also when readers see it. */
  async put(name: string, value: Value): Promise<void> {
    await this.#engine.putDocument(this.#kind, name, this.#codec.encode(value, name));
    this.#values.set(name, value);
  }

  /** Re-encodes a value, as the key that encrypts it may have changed. */
  async rewrite(name: string): Promise<void> {
    const value = this.#values.get(name);
    if (value !== undefined) {
      await this.put(name, value);
    }
  }

  /**
   * Puts and removes values in one atomic commit.
   *
   * @param changes undefined removes a value
   */
  async change(changes: ReadonlyMap<string, Value | undefined>): Promise<void> {
    const encoded = [...changes].map(
      ([name, value]) =>
        [name, value === undefined ? null : this.#codec.encode(value, name)] as const,
    );
    await this.#engine.putDocuments(this.#kind, new Map(encoded));
    for (const [name, value] of changes) {
      if (value === undefined) this.#values.delete(name);
      else this.#values.set(name, value);
    }
  }

  async remove(name: string): Promise<void> {
    await this.#engine.putDocument(this.#kind, name, null);
    this.#values.delete(name);
  }
}

import type { Engine } from '../engine/types.ts';

/** What a map needs of the engine. */
export type Documents = Pick<Engine, 'listDocuments' | 'putDocument' | 'putDocuments'>;

/** How a value is written into a document of the engine and read from it. */
export interface Codec<Value> {
  encode(value: Value, name: string): string;
  decode(text: string, name: string): Value;
}

/** Values by name, all in memory for every request, each a durable document of the engine. */
export class DurableMap<Value> {
  readonly #engine: Documents;
  readonly #kind: string;
  readonly #codec: Codec<Value>;
  #values = new Map<string, Value>();

  /** @param kind of the documents, which are this map's alone */
  constructor(engine: Documents, kind: string, codec: Codec<Value>) {
    this.#engine = engine;
    this.#kind = kind;
    this.#codec = codec;
    this.reload();
  }

  /** Reads everything again from the engine. */
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

  /** Resolves when the value is durable; readers see it from then on. */
  async put(name: string, value: Value): Promise<void> {
    await this.#engine.putDocument(this.#kind, name, this.#codec.encode(value, name));
    this.#values.set(name, value);
  }

  /** Encodes a value anew: what seals it may be another now. */
  async rewrite(name: string): Promise<void> {
    const value = this.#values.get(name);
    if (value !== undefined) {
      await this.put(name, value);
    }
  }

  /**
   * Puts values and removes others, all in one commit: after a crash there are all of them or none.
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

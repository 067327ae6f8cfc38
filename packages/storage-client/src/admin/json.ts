import { responseUnreadable } from '../answer-error.ts';

/**
 * A JSON object of the Admin API. Go omits empty fields and writes null for empty lists, so every
 * getter has a zero value.
 */
export class JsonObject {
  readonly #fields: Readonly<Record<string, unknown>>;

  private constructor(fields: Readonly<Record<string, unknown>>) {
    this.#fields = fields;
  }

  /**
   * Parses a JSON object.
   *
   * @throws StorageRequestError InvalidResponse if the bytes are not a JSON object
   */
  static parse(bytes: Uint8Array): JsonObject {
    return JsonObject.parseLine(Buffer.from(bytes).toString('utf8'));
  }

  /**
   * Parses a JSON object.
   *
   * @throws StorageRequestError InvalidResponse if the text is not a JSON object
   */
  static parseLine(line: string): JsonObject {
    const value = parseText(line);
    if (!isRecord(value)) {
      throw responseUnreadable(200, 'It is no JSON object.');
    }
    return new JsonObject(value);
  }

  /**
   * Parses a list of objects; empty for Go's null.
   *
   * @throws StorageRequestError InvalidResponse if the bytes are not a JSON list
   */
  static parseList(bytes: Uint8Array): JsonObject[] {
    return readList(bytes)
      .filter(isRecord)
      .map((fields) => new JsonObject(fields));
  }

  /**
   * Parses a list of strings; empty for Go's null.
   *
   * @throws StorageRequestError InvalidResponse if the bytes are not a JSON list
   */
  static parseTextList(bytes: Uint8Array): string[] {
    return readList(bytes).filter((value) => typeof value === 'string');
  }

  /**
   * Parses a JSON string.
   *
   * @throws StorageRequestError InvalidResponse if the bytes are not a JSON string
   */
  static parseText(bytes: Uint8Array): string {
    const value = parseJson(bytes);
    if (typeof value !== 'string') {
      throw responseUnreadable(200, 'It is no JSON text.');
    }
    return value;
  }

  all(): Readonly<Record<string, unknown>> {
    return this.#fields;
  }

  raw(name: string): unknown {
    return this.#fields[name];
  }

  has(name: string): boolean {
    return isRecord(this.#fields[name]);
  }

  text(name: string): string {
    const value = this.#fields[name];
    return typeof value === 'string' ? value : '';
  }

  number(name: string): number {
    const value = this.#fields[name];
    return typeof value === 'number' ? value : 0;
  }

  flag(name: string): boolean {
    return this.#fields[name] === true;
  }

  object(name: string): JsonObject {
    return new JsonObject(this.#record(name));
  }

  objects(name: string): JsonObject[] {
    return this.#list(name)
      .filter(isRecord)
      .map((value) => new JsonObject(value));
  }

  texts(name: string): string[] {
    return this.#list(name).filter((value) => typeof value === 'string');
  }

  numbers(name: string): number[] {
    return this.#list(name).filter((value) => typeof value === 'number');
  }

  /** Returns the string fields of an object. */
  textRecord(name: string): Record<string, string> {
    const entries = Object.entries(this.#record(name));
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  }

  #record(name: string): Readonly<Record<string, unknown>> {
    const value = this.#fields[name];
    return isRecord(value) ? value : {};
  }

  /** Returns the fields whose values are objects. */
  entries(): [name: string, value: JsonObject][] {
    return Object.entries(this.#fields)
      .filter((entry): entry is [string, Record<string, unknown>] => isRecord(entry[1]))
      .map(([name, value]) => [name, new JsonObject(value)]);
  }

  /** Returns ISO 8601 with milliseconds; undefined for a missing time or Go's zero time. */
  time(name: string): string | undefined {
    const text = this.text(name);
    const moment = new Date(text);
    return text.startsWith('0001-') || Number.isNaN(moment.getTime())
      ? undefined
      : moment.toISOString();
  }

  #list(name: string): readonly unknown[] {
    const value = this.#fields[name];
    return Array.isArray(value) ? value : [];
  }
}

function readList(bytes: Uint8Array): readonly unknown[] {
  const value = parseJson(bytes) ?? [];
  if (!Array.isArray(value)) {
    throw responseUnreadable(200, 'It is no JSON list.');
  }
  return value;
}

function parseJson(bytes: Uint8Array): unknown {
  return parseText(Buffer.from(bytes).toString('utf8'));
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw responseUnreadable(200, 'It is no JSON.');
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

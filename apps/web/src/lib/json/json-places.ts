/** A position in a text, both values from 1, as in editors. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

export interface JsonPlaces {
  /** The position at which the text stops being valid JSON; undefined if it is valid. */
  readonly errorPlace: TextPlace | undefined;
  /**
   * Returns the position of a value such as 'Statement[0].Action', or of its closest existing
   * parent. Names are case-insensitive, as in policies.
   */
  readonly placeOf: (field: string) => TextPlace;
}

const MAX_LEVELS = 64;
const STRING = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const SPACE = /[ \t\n\r]*/y;

class JsonSyntaxError extends Error {
  readonly offset: number;

  constructor(offset: number) {
    super('not JSON');
    this.offset = offset;
  }
}

/**
 * Scans a JSON text and records where each value begins; browsers report error positions
 * inconsistently.
 */
class Scanner {
  readonly found = new Map<string, number>();
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  scan(): void {
    this.value('', 0);
    this.space();
    if (this.at < this.text.length) throw new JsonSyntaxError(this.at);
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  /** Reads a string with its quotes; undefined for one that continues over a line break. */
  private string(): string | undefined {
    const from = this.at;
    const found = this.take(STRING);
    if (found === undefined || [...found].every((char) => char >= ' ')) return found;
    this.at = from;
    return undefined;
  }

  private space(): void {
    this.take(SPACE);
  }

  private next(wanted: string): boolean {
    this.space();
    if (this.text[this.at] !== wanted) return false;
    this.at += 1;
    return true;
  }

  private value(path: string, level: number): void {
    this.space();
    this.found.set(path.toLowerCase(), this.at);
    if (level > MAX_LEVELS) throw new JsonSyntaxError(this.at);
    if (this.next('{')) this.members(path, level);
    else if (this.next('[')) this.items(path, level);
    else if ((this.string() ?? this.take(NUMBER) ?? this.take(WORD)) === undefined) {
      throw new JsonSyntaxError(this.at);
    }
  }

  private members(path: string, level: number): void {
    if (this.next('}')) return;
    do {
      this.space();
      const name = this.string();
      if (name === undefined) throw new JsonSyntaxError(this.at);
      if (!this.next(':')) throw new JsonSyntaxError(this.at);
      this.value(`${path}${path === '' ? '' : '.'}${JSON.parse(name)}`, level + 1);
    } while (this.next(','));
    if (!this.next('}')) throw new JsonSyntaxError(this.at);
  }

  private items(path: string, level: number): void {
    if (this.next(']')) return;
    let index = 0;
    do {
      this.value(`${path}[${index}]`, level + 1);
      index += 1;
    } while (this.next(','));
    if (!this.next(']')) throw new JsonSyntaxError(this.at);
  }
}

function placeAt(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** Returns 'a[0].b' without its last step. */
function parentField(field: string): string {
  return field.slice(0, Math.max(field.lastIndexOf('.'), field.lastIndexOf('['), 0));
}

/** Returns the positions of values in a JSON text, for messages about it. */
export function jsonPlaces(text: string): JsonPlaces {
  const scanner = new Scanner(text);
  let errorPlace: TextPlace | undefined;
  try {
    scanner.scan();
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    errorPlace = placeAt(text, error.offset);
  }
  return {
    errorPlace,
    placeOf: (field) => {
      let wanted = field.toLowerCase();
      while (wanted !== '' && !scanner.found.has(wanted)) wanted = parentField(wanted);
      return placeAt(text, scanner.found.get(wanted) ?? 0);
    },
  };
}

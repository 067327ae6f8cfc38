/** A string in a JSON document: a member's name or a value. */
export interface JsonText {
  /** Such as 'Statement[0].Action[1]'; for a name, the object that contains it. */
  readonly path: string;
  readonly role: 'name' | 'value';
  /** The raw text between the quotes. */
  readonly text: string;
  /** Offsets of the text between the quotes. */
  readonly from: number;
  readonly to: number;
}

/** A position where a string could be inserted. */
export interface JsonGap {
  readonly path: string;
  readonly role: 'name' | 'value';
}

interface Level {
  readonly path: string;
  readonly list: boolean;
  index: number;
  /** In an object: the member whose value comes next. */
  name: string | undefined;
}

/** Anything nested deeper is not a policy and gets no path. */
const MAX_LEVELS = 12;
/** No policy member has a longer name; this keeps paths short. */
const MAX_NAME = 256;

/** Walks a document once, tolerating incomplete input: quotes and brackets may be missing. */
class Walk {
  readonly texts: JsonText[] = [];
  readonly levels: Level[] = [];
  deeper = 0;

  /** The path and role of a string at the current position. */
  get gap(): JsonGap {
    const level = this.levels.at(-1);
    if (level === undefined) return { path: '', role: 'value' };
    if (level.list) return { path: `${level.path}[${level.index}]`, role: 'value' };
    if (level.name === undefined) return { path: level.path, role: 'name' };
    return { path: level.path === '' ? level.name : `${level.path}.${level.name}`, role: 'value' };
  }

  text(from: number, to: number, text: string): void {
    if (this.deeper === 0) this.texts.push({ ...this.gap, text, from, to });
  }

  open(list: boolean): void {
    if (this.levels.length >= MAX_LEVELS) this.deeper += 1;
    else this.levels.push({ path: this.gap.path, list, index: 0, name: undefined });
  }

  close(): void {
    if (this.deeper > 0) this.deeper -= 1;
    else this.levels.pop();
  }

  comma(): void {
    const level = this.levels.at(-1);
    if (level === undefined || this.deeper > 0) return;
    level.index += 1;
    level.name = undefined;
  }

  /** The last string was the name of what follows. */
  colon(): void {
    const level = this.levels.at(-1);
    const last = this.texts.at(-1);
    if (level === undefined || level.list || this.deeper > 0) return;
    level.name = last?.role === 'name' ? last.text.slice(0, MAX_NAME) : '';
  }
}

/** Returns where a string ends: at its closing quote, or at the end of the line. */
function endOfText(document: string, from: number): number {
  for (let at = from; at < document.length; at += 1) {
    const symbol = document[at];
    if (symbol === '"' || symbol === '\n') return at;
    if (symbol === '\\') at += 1;
  }
  return document.length;
}

/**
 * Returns the strings of a JSON document with their locations, and what could be inserted at an
 * offset outside all of them.
 */
export function jsonTexts(
  document: string,
  offset: number,
): { readonly texts: readonly JsonText[]; readonly gap: JsonGap } {
  const walk = new Walk();
  let gap: JsonGap | undefined;
  for (let at = 0; at < document.length; at += 1) {
    if (at >= offset) gap ??= walk.gap;
    switch (document[at]) {
      case '"': {
        const to = endOfText(document, at + 1);
        walk.text(at + 1, to, document.slice(at + 1, to));
        at = to;
        break;
      }
      case '{':
        walk.open(false);
        break;
      case '[':
        walk.open(true);
        break;
      case '}':
      case ']':
        walk.close();
        break;
      case ',':
        walk.comma();
        break;
      case ':':
        walk.colon();
        break;
    }
  }
  return { texts: walk.texts, gap: gap ?? walk.gap };
}

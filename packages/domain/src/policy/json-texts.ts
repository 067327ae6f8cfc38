/** A text in a JSON document: the name of a member, or a value. */
export interface JsonText {
  /** Such as 'Statement[0].Action[1]'; of a name, the object that it stands in. */
  readonly path: string;
  readonly role: 'name' | 'value';
  /** Between the quotes, as written. */
  readonly text: string;
  /** Offsets of what is between the quotes. */
  readonly from: number;
  readonly to: number;
}

/** Where a text could be written. */
export interface JsonGap {
  readonly path: string;
  readonly role: 'name' | 'value';
}

interface Level {
  readonly path: string;
  readonly list: boolean;
  index: number;
  /** Of an object: the member whose value comes next. */
  name: string | undefined;
}

/** What is nested deeper is no policy any more, and has no path. */
const MAX_LEVELS = 12;
/** No member of a policy has a longer name; paths stay short. */
const MAX_NAME = 256;

/**
 * Walks a document once, also one that is still being written: quotes and brackets may be missing.
 */
class Walk {
  readonly texts: JsonText[] = [];
  readonly levels: Level[] = [];
  deeper = 0;

  /** What stands here, if it is a text. */
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

  /** What was written last is the name of what follows. */
  colon(): void {
    const level = this.levels.at(-1);
    const last = this.texts.at(-1);
    if (level === undefined || level.list || this.deeper > 0) return;
    level.name = last?.role === 'name' ? last.text.slice(0, MAX_NAME) : '';
  }
}

/** Where a text that begins behind a quote ends: at its quote, or with its line. */
function endOfText(document: string, from: number): number {
  for (let at = from; at < document.length; at += 1) {
    const symbol = document[at];
    if (symbol === '"' || symbol === '\n') return at;
    if (symbol === '\\') at += 1;
  }
  return document.length;
}

/**
 * The texts of a JSON document with their places, and what could be written at an offset that is in
 * none of them.
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

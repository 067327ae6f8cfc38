import { keepable } from './audit-record.ts';

/**
 * A filter of the audit log: '*' matches any characters, '.' a single one, and a backslash escapes
 * the next character. The pattern matches the whole value.
 */
export interface Pattern {
  /** For SQLite's GLOB. */
  readonly glob: string;
  /** For PostgreSQL's LIKE with a backslash as the escape character. */
  readonly like: string;
  /** The non-empty texts between the wildcards. */
  readonly literals: readonly string[];
  /** The whole value if there is no wildcard. */
  readonly exact: string | undefined;
}

export function parsePattern(given: string): Pattern {
  const text = keepable(given);
  let [glob, like] = ['', ''];
  const literals = [''];
  let wild = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '*' || character === '.') {
      glob += character === '*' ? '*' : '?';
      like += character === '*' ? '%' : '_';
      literals.push('');
      wild = true;
      continue;
    }
    const escaped = character === '\\' && index + 1 < text.length;
    if (escaped) index += 1;
    const literal = escaped ? text.charAt(index) : character;
    glob += /[*?[]/.test(literal) ? `[${literal}]` : literal;
    like += /[%_\\]/.test(literal) ? `\\${literal}` : literal;
    literals.push((literals.pop() ?? '') + literal);
  }
  return {
    ...{ glob, like },
    literals: literals.filter((literal) => literal !== ''),
    exact: wild ? undefined : literals.join(''),
  };
}

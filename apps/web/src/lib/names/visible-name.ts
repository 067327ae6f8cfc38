/**
 * Characters that are invisible and change how others look: controls, line separators,
 * bidirectional controls. Joiners are kept: scripts and emoji need them.
 */
const hidden = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\u200c\u200d]]/gv;

const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

function codePoint(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** Escapes hidden characters in an untrusted name: 'a[U+202E]gpj.exe'. */
export function visibleName(name: string): string {
  return name.replace(hidden, codePoint);
}

/**
 * Prepares untrusted text for use within a sentence: hidden characters are escaped, line by line,
 * and right-to-left text does not affect the words around it.
 */
export function isolatedText(text: string): string {
  const visible = text.split('\n').map(visibleName).join('\n');
  return rightToLeft.test(visible) ? `\u2068${visible}\u2069` : visible;
}

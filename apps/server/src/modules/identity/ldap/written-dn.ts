/** The start of a part of a DN: a comma followed by an attribute type. */
const NEXT_PART = /,(?=\s*(?:[A-Za-z][A-Za-z0-9-]*|\d+(?:\.\d+)+)=)/;

/**
 * Restores the escapes that MinIO removes from DNs: a comma counts as a separator if an attribute
 * type follows it.
 *
 * @returns undefined if it is not a DN, or has nothing to escape
 */
export function withEscapes(dn: string): string | undefined {
  const parts = dn.split(NEXT_PART);
  if (!parts.every((part) => part.includes('='))) return undefined;
  const written = parts.map(escapePart).join(',');
  return written === dn ? undefined : written;
}

function escapePart(part: string): string {
  const value = part.indexOf('=') + 1;
  const escaped = part
    .slice(value)
    .replaceAll(/[,+"\\<>;]/g, '\\$&')
    .replace(/^[# ]/, '\\$&')
    .replace(/ $/, '\\ ');
  return part.slice(0, value) + escaped;
}

/** Where a part of a DN begins: after a comma, the type of an attribute. */
const NEXT_PART = /,(?=\s*(?:[A-Za-z][A-Za-z0-9-]*|\d+(?:\.\d+)+)=)/;

/**
 * Writes the escapes that MinIO takes out of DNs again: a comma counts as one between parts where
 * the type of an attribute follows it.
 *
 * @returns undefined for what is no DN, and for one that would be the same
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

/**
 * An array literal for PostgreSQL; the client library's own serialisation takes several times as
 * long.
 */
export function arrayText(values: readonly (string | number)[]): string {
  return `{${values.map(elementText).join(',')}}`;
}

function elementText(value: string | number): string {
  if (typeof value === 'number') return String(value);
  return /["\\]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : `"${value}"`;
}

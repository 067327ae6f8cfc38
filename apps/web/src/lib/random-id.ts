/**
 * Returns 128 random bits in hexadecimal. Unlike crypto.randomUUID it also works on pages loaded
 * over plain HTTP from another machine.
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

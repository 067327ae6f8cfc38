/**
 * A key or prefix as the API takes it in a query: base64 of its UTF-8 bytes
 * (decision 27).
 */
export function toWirePath(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Length of a key in UTF-8 bytes, which is what its limit counts. */
export function keyBytes(key: string): number {
  return new TextEncoder().encode(key).length;
}

/** The longest key that S3 takes, in bytes. */
export const longestKey = 1024;

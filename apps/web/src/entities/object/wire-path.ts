/**
 * A key or prefix as the API takes it in a query: base64 of its UTF-8 bytes.
 */
export function toWirePath(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

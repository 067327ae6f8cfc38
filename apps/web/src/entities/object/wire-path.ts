/** Encodes a key or prefix for API queries: base64 of its UTF-8 bytes. */
export function toWirePath(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Returns the query for an object or one of its versions. */
export function wireQuery({ key, versionId }: { key: string; versionId?: string | undefined }) {
  return { prefix: toWirePath(key), ...(versionId && { version_id: toWirePath(versionId) }) };
}

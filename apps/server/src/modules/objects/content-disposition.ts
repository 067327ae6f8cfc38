/**
 * The header that names a downloaded file (RFC 6266): a plain form for old
 * clients and the exact one as RFC 5987 writes it. What is not a printable
 * character of ASCII, or ends a quoted string, never reaches the plain form.
 */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const exact = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}

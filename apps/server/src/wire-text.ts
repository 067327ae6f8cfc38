const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Decodes a query value: base64 of UTF-8, or the value itself if it is not valid base64 of any
 * text.
 */
export function fromWireText(value: string): string {
  // An unescaped '+' arrives as a space.
  const packed = value.replaceAll(' ', '+');
  if (packed.length % 4 !== 0 || !BASE64.test(packed)) return value;
  const bytes = Buffer.from(packed, 'base64');
  if (bytes.toString('base64') !== packed) return value;
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : value;
}

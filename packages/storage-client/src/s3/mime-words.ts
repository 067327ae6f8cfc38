const WORD = /=\?([\w-]+)\?([bq])\?([^?\s]*)\?=/gi;
const BETWEEN_WORDS = /(\?=)[ \t\r\n]+(?==\?[\w-]+\?[bq]\?)/gi;

/**
 * Undoes the encoded words of RFC 2047, in which S3 servers send metadata that is not ASCII.
 * Text without such words, or in a charset that is not known, comes back as it is.
 */
export function decodeMimeWords(text: string): string {
  if (!text.includes('=?')) {
    return text;
  }
  return text
    .replace(BETWEEN_WORDS, '$1')
    .replace(WORD, (word, charset: string, encoding: string, data: string) => {
      const bytes = encoding.toLowerCase() === 'b' ? Buffer.from(data, 'base64') : quoted(data);
      try {
        return new TextDecoder(charset).decode(bytes);
      } catch {
        return word;
      }
    });
}

function quoted(data: string): Buffer {
  const text = data
    .replaceAll('_', ' ')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(text, 'latin1');
}

const WORD = /=\?([\w-]+)\?([bq])\?([^?\s]*)\?=/gi;
const BETWEEN_WORDS = /(\?=)[ \t\r\n]+(?==\?[\w-]+\?[bq]\?)/gi;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes non-ASCII metadata in a header: servers send RFC 2047 encoded words or bare UTF-8. Other
 * text is returned unchanged.
 *
 * @param value one character per byte, as HTTP clients return headers
 */
export function readHeaderText(value: string): string {
  return decodeMimeWords(decodeBareUtf8(value));
}

function decodeBareUtf8(value: string): string {
  if (!/[\u0080-\u00ff]/.test(value)) {
    return value;
  }
  try {
    return utf8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}

function decodeMimeWords(text: string): string {
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

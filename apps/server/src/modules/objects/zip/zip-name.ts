/**
 * Converts a key, or the rest of one, to a name in a zip. Keys may contain anything; a name in a
 * zip must not lead outside the folder it is unpacked to, and must be a valid file name on Windows
 * too, so problematic characters are replaced with underscores.
 */
export function zipName(path: string): string {
  const parts = path.split('/');
  const last = parts.length - 1;
  return parts.map((part, index) => (part === '' && index === last ? '' : safe(part))).join('/');
}

/** Device names, whatever follows a dot, including those with superscript digits. */
const DEVICE =
  /^(?:con|prn|aux|nul|com[\d\u00b9\u00b2\u00b3]|lpt[\d\u00b9\u00b2\u00b3])\s*(?:\.|$)/i;

function safe(part: string): string {
  if (part === '') return '_';
  const plain = part
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    // Bidirectional controls can disguise a file extension.
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '_')
    // Windows drops trailing dots and spaces, which would change the name.
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length));
  return DEVICE.test(plain) ? `_${plain}` : plain;
}

/**
 * A key, or what is left of it, as a name in a zip. Keys may be anything; a name in a
 * zip must not lead out of the place that it is unpacked to, and be a file's name on
 * Windows too, so what could be something else is written with underscores.
 */
export function zipName(path: string): string {
  const parts = path.split('/');
  const last = parts.length - 1;
  return parts.map((part, index) => (part === '' && index === last ? '' : safe(part))).join('/');
}

/** Names of devices, whatever follows a dot, and with the superscript digits too. */
const DEVICE =
  /^(?:con|prn|aux|nul|com[\d\u00b9\u00b2\u00b3]|lpt[\d\u00b9\u00b2\u00b3])\s*(?:\.|$)/i;

function safe(part: string): string {
  if (part === '') return '_';
  const plain = part
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    // What turns the writing direction makes one ending look like another.
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '_')
    // Windows leaves dots and spaces at the end away: another name than the one that was meant.
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length));
  return DEVICE.test(plain) ? `_${plain}` : plain;
}

import { parentPrefix } from '@stowage/domain/object-key';

/**
 * The name of an object in the zip of its folder: relative to the folder's own
 * parent, so that unpacking makes one folder. Keys may be anything; a name in a
 * zip must not lead out of the place that it is unpacked to, so components that
 * could are written with underscores.
 */
export function zipName(key: string, folder: string): string {
  const parts = key.slice(parentPrefix(folder).length).split('/');
  const last = parts.length - 1;
  return parts.map((part, index) => (part === '' && index === last ? '' : safe(part))).join('/');
}

function safe(part: string): string {
  if (part === '') return '_';
  if (/^\.+$/.test(part)) return '_'.repeat(part.length);
  return part.replace(/[\\:\p{Cc}]/gu, '_');
}

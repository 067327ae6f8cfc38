import { baseName } from '@stowage/domain/object-key';

/** Returns the display name of a key or folder; a folder without a name is shown as '/'. */
export function shownName(key: string): string {
  return baseName(key) || '/';
}

import { baseName } from '@stowage/domain/object-key';

/** The name that a key or folder is shown by; a folder without a name is shown as '/'. */
export function shownName(key: string): string {
  return baseName(key) || '/';
}

import { zipSync } from 'fflate';

/**
 * Creates a zip archive in memory.
 *
 * @param files contents by their names in the archive
 */
export function zipFiles(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  return zipSync(files);
}

import { text } from 'node:stream/consumers';
import { askStore } from './ask-store.ts';
import { UsageError } from './command.ts';
import type { StorageOptions } from './server.ts';

/**
 * Reports problems of the running store as JSON: the part of the response to `mc admin info` that
 * `mc` itself omits.
 *
 * @throws UsageError; Error if no store responds
 */
export async function statusCommand(
  options: StorageOptions,
  words: readonly string[],
): Promise<string> {
  if (words.length > 0) {
    throw new UsageError('status');
  }
  const { stowage } = JSON.parse(await text(await askStore(options, '/minio/admin/v3/info')));
  return JSON.stringify(stowage, undefined, 2);
}

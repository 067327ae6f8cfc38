import { listObjects } from '@stowage/contract/objects';
import { toWirePath } from '#web/entities/object/wire-path.ts';
import { call } from '#web/lib/api/call.ts';

/** Whether there is an object of this key; for a folder's key, anything in it. */
export async function isThere(bucket: string, key: string): Promise<boolean> {
  const { objects } = await call(listObjects, {
    params: { bucket },
    query: { prefix: toWirePath(key), limit: 1 },
  });
  const found = objects ?? [];
  return key.endsWith('/') ? found.length > 0 : found.some(({ name }) => name === key);
}

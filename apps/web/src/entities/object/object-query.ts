import { listObjects, type StoredObject } from '@stowage/contract/objects';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';
import { objectKeys } from './object-keys.ts';
import { toWirePath } from './wire-path.ts';

/**
 * The object with exactly this key, with metadata; null if there is none. A key sorts first among
 * the names that start with it, so a single entry is enough.
 */
export function objectQuery(bucket: string, key: string) {
  return queryOptions({
    queryKey: objectKeys.object(bucket, key),
    queryFn: async ({ signal }): Promise<StoredObject | null> => {
      const { objects } = await call(
        listObjects,
        {
          params: { bucket },
          query: { prefix: toWirePath(key), with_metadata: 'true', limit: 1 },
        },
        { signal },
      );
      return objects?.find(({ name }) => name === key) ?? null;
    },
    // The error may be why the details are shown: a retry on mount would remove them.
    retryOnMount: false,
    meta: { errors: 'screen' },
  });
}

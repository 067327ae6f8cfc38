import { listObjects, type StoredObject } from '@stowage/contract/objects';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';
import { objectKeys } from './object-keys.ts';
import { toWirePath } from './wire-path.ts';

/**
 * The object that has exactly this key, with its metadata; null if there is none.
 * A key is the first of all names that begin with it, so one entry tells.
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
    // Who shows the details is there because they failed: asking again would take it away.
    retryOnMount: false,
    meta: { errors: 'screen' },
  });
}

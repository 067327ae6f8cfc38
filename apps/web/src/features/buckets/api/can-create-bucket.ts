import { hasPermission } from '@stowage/contract/buckets';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';

const createId = 'createBucket';

/** Whether the caller can create buckets. */
export const canCreateBucketQuery = queryOptions({
  queryKey: ['has-permission', 's3:CreateBucket'],
  queryFn: async ({ signal }) => {
    const body = { actions: [{ id: createId, action: 's3:CreateBucket' }] };
    const { permissions } = await call(hasPermission, { body }, { signal });
    return permissions.some(({ id, can }) => id === createId && can);
  },
});

import { hasPermission } from '@stowage/contract/buckets';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';

/** Whether the caller can do something not tied to a bucket, such as 'admin:CreateUser'. */
export function canDoQuery(action: string) {
  return queryOptions({
    queryKey: ['has-permission', action],
    queryFn: async ({ signal }) => {
      const body = { actions: [{ id: action, action }] };
      const { permissions } = await call(hasPermission, { body }, { signal });
      return permissions.some(({ id, can }) => id === action && can);
    },
  });
}

import { hasPermission } from '@stowage/contract/buckets';
import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';

/**
 * Which of these actions the account may do, as far as is known by now; the server decides when
 * they are done. Give a list that stays the same.
 */
export function usePermissions<const Action extends string>(
  actions: readonly Action[],
): ReadonlySet<Action> {
  const { data } = useQuery({
    queryKey: ['has-permission', ...actions],
    queryFn: async ({ signal }) => {
      const body = { actions: actions.map((action) => ({ id: action, action })) };
      const { permissions } = await call(hasPermission, { body }, { signal });
      const allowed = new Set(permissions.filter(({ can }) => can).map(({ id }) => id));
      return new Set(actions.filter((action) => allowed.has(action)));
    },
  });
  return data ?? none;
}

const none: ReadonlySet<never> = new Set();

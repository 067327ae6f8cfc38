import * as contract from '@stowage/contract/security-log';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import type { SecurityEventStore } from '../../security-log/security-event.ts';
import { requireAction } from '../../upstream/require-action.ts';
import type { Storage } from '../../upstream/storage.ts';

export interface SecurityLogDependencies {
  readonly events: Pick<SecurityEventStore, 'search'>;
  readonly storage: Pick<Storage, 'accountOf' | 'clientsOf'>;
}

/**
 * Lists the console's records of logins and sessions at the same storage server, for those who may
 * list users.
 */
export function securityLogRoutes({ events, storage }: SecurityLogDependencies): RouteModule {
  return ({ serve }) => {
    serve(contract.listSecurityEvents, async ({ session, query, signal }) => {
      await requireAction(storage, session, 'admin:ListUsers', signal);
      const { limit, ...search } = query;
      const { server } = session.audience;
      const found = await events.search({ ...search, server, limit: limit + 1 });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      return {
        events: page.map(({ at, ...event }) => ({ ...event, at: new Date(at).toISOString() })),
        ...(found.length > limit && last && { next: last.id }),
      };
    });
  };
}

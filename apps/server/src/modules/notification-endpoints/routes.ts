import * as contract from '@stowage/contract/notification-endpoints';
import {
  kindOfSubsystem,
  type TargetKind,
} from '@stowage/domain/notification-targets/target-kinds';
import { Turns } from '../../changes/turns.ts';
import { ConsoleError } from '../../console-error.ts';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import type { LeaseStore } from '../../state/lease-store.ts';
import { TestLimit } from '../../test-limit.ts';
import type { RestartNeeds } from '../../upstream/restart-needs.ts';
import type { StorageAccess } from '../../upstream/storage.ts';
import { deleteEndpoint } from './delete-endpoint.ts';
import { listEndpoints } from './list-endpoints.ts';
import { targetUsers } from './target-users.ts';
import { testEndpoint } from './test-endpoint.ts';

interface NotificationEndpoints {
  readonly storage: StorageAccess;
  readonly leases: LeaseStore;
  readonly needs: RestartNeeds;
  /** Whether the console must not connect to an IP address. */
  readonly refuses: (address: string) => boolean;
}

/** The storage server's targets for bucket events. */
export function notificationEndpointRoutes({
  storage,
  leases,
  needs,
  refuses,
}: NotificationEndpoints): RouteModule {
  const turns = new Turns(leases);
  const limit = new TestLimit();
  return ({ serve }) => {
    serve(contract.listNotificationEndpoints, async ({ session, signal }) => {
      const { admin } = storage.clientsOf(session);
      return { notification_endpoints: await listEndpoints(admin, signal) };
    });

    serve(contract.listTargetUsers, ({ session, params, signal }) => {
      const { s3 } = storage.clientsOf(session);
      const { service } = requireKind(params.service);
      return targetUsers(s3, { service, name: params.account_id }, signal);
    });

    serve(contract.deleteNotificationEndpoint, async ({ session, params, query, signal }) => {
      const { service, subsystem } = requireKind(params.service);
      const target = { service, subsystem, name: params.account_id };
      const force = query.force === 'true';
      const clients = storage.clientsOf(session);
      const effect = await deleteEndpoint({ ...clients, turns, target, force, signal });
      return needs.note(session, effect);
    });

    serve(contract.testNotificationEndpoint, ({ session, params, body, signal }) => {
      const { admin } = storage.clientsOf(session);
      const kind = requireKind(params.service);
      limit.count(session.key);
      const { account_id: name, key_values: sent } = body;
      return testEndpoint({ admin, turns, refuses, kind, name, sent, signal });
    });
  };
}

function requireKind(subsystem: string): TargetKind {
  const kind = kindOfSubsystem(subsystem);
  if (kind === undefined) throw new ConsoleError('InvalidInput', { field: 'service' });
  return kind;
}

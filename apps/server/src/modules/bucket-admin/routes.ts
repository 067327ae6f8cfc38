import type { RouteModule } from '../../plugins/contract-routes.ts';
import type { LeaseStore } from '../../state/lease-store.ts';
import type { StorageAccess } from '../../upstream/storage.ts';
import { accessRuleRoutes } from './access/access-rules.ts';
import { accessAuditRoutes } from './access/audit-routes.ts';
import type { BucketAdmin } from './bucket-admin.ts';
import { corsRoutes } from './cors/routes.ts';
import { documentRoutes } from './document/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { lifecycleRoutes } from './lifecycle/routes.ts';
import { replicationRoutes } from './replication/routes.ts';
import { SettingTurns } from './setting-turns.ts';
import { settingsRoutes } from './settings/routes.ts';

/** All settings of a bucket. */
export function bucketAdminRoutes(
  storage: StorageAccess,
  { refuses, leases }: Pick<BucketAdmin, 'refuses'> & { readonly leases: LeaseStore },
): RouteModule {
  const admin: BucketAdmin = { storage, turns: new SettingTurns(leases), refuses };
  const modules = [
    settingsRoutes(admin),
    documentRoutes(admin),
    eventRoutes(admin),
    lifecycleRoutes(admin),
    corsRoutes(admin),
    replicationRoutes(admin),
    accessRuleRoutes(admin),
    accessAuditRoutes(admin),
  ];
  return (routes) => {
    for (const module of modules) module(routes);
  };
}

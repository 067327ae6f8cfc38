import { Turns } from '../../changes/turns.ts';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import type { LeaseStore } from '../../state/lease-store.ts';
import type { StorageAccess } from '../../upstream/storage.ts';
import { groupRoutes } from './groups/routes.ts';
import type { Identity } from './identity.ts';
import { ldapRoutes } from './ldap/routes.ts';
import { setPoliciesRoutes } from './set-policies.ts';
import { userRoutes } from './users/routes.ts';

/** Users, groups and their policies. */
export function identityRoutes(storage: StorageAccess, leases: LeaseStore): RouteModule {
  const identity: Identity = { storage, turns: new Turns(leases) };
  const modules = [
    userRoutes(identity),
    groupRoutes(identity),
    setPoliciesRoutes(identity),
    ldapRoutes(identity),
  ];
  return (routes) => {
    for (const module of modules) module(routes);
  };
}

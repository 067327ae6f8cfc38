import type { RouteModule } from '../../../plugins/contract-routes.ts';
import type { BucketAdmin } from '../bucket-admin.ts';
import { accessPolicyRoutes } from './access-policy.ts';
import { encryptionRoutes } from './encryption.ts';
import { objectLockRoutes } from './object-lock.ts';
import { quotaRoutes } from './quota.ts';
import { tagsRoutes } from './tags.ts';
import { usageRoutes } from './usage.ts';
import { versioningRoutes } from './versioning.ts';

/** The settings shown in the bucket's summary. */
export function settingsRoutes(admin: BucketAdmin): RouteModule {
  const modules = [
    accessPolicyRoutes(admin),
    encryptionRoutes(admin),
    objectLockRoutes(admin),
    quotaRoutes(admin),
    tagsRoutes(admin),
    usageRoutes(admin),
    versioningRoutes(admin),
  ];
  return (routes) => {
    for (const module of modules) module(routes);
  };
}

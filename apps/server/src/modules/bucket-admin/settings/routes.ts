import type { RouteModule } from '../../../plugins/contract-routes.ts';
import type { BucketAdmin } from '../bucket-admin.ts';
import { versioningRoutes } from './versioning.ts';

/** The settings that the bucket's summary shows. */
export function settingsRoutes(admin: BucketAdmin): RouteModule {
  const modules = [versioningRoutes(admin)];
  return (routes) => {
    for (const module of modules) module(routes);
  };
}

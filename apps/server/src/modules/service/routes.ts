import { restartService } from '@stowage/contract/service';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import type { StorageAccess } from '../../upstream/storage.ts';

/** Restarting the storage server. */
export function serviceRoutes(storage: StorageAccess): RouteModule {
  return ({ serve }) => {
    serve(restartService, async ({ session, signal }) => {
      await storage.clientsOf(session).admin.serviceRestart({ signal });
    });
  };
}

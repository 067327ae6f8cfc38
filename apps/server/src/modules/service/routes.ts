import { restartService } from '@stowage/contract/service';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import type { RestartNeeds } from '../../upstream/restart-needs.ts';
import type { StorageAccess } from '../../upstream/storage.ts';
import { untilBack } from './until-back.ts';

/** A server that has not come back after this many milliseconds needs attention. */
const PATIENCE = 60_000;

/** Restarts the storage server. */
export function serviceRoutes(storage: StorageAccess, needs: RestartNeeds): RouteModule {
  return ({ serve }) => {
    serve(
      restartService,
      async ({ session, signal }) => {
        const { admin } = storage.clientsOf(session);
        await needs.restart(session, async () => {
          await admin.serviceRestart({ signal });
          await untilBack(admin, PATIENCE, signal);
        });
      },
      { time: PATIENCE + 30_000 },
    );
  };
}

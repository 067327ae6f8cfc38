import { listTopDrives, listTopLocks } from '@stowage/contract/tools/top';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import { hasCode } from '../../upstream/has-code.ts';
import type { StorageAccess } from '../../upstream/storage.ts';

const TOP_LOCKS = 50;

/** The busiest drives and the longest-held locks. */
export function topRoutes(storage: StorageAccess): RouteModule {
  return ({ serve }) => {
    serve(listTopDrives, async ({ session, signal }) => {
      const drives = await storage.clientsOf(session).admin.driveActivity({ signal });
      return {
        drives: drives.map(({ endpoint, path, state, totalSpace, usedSpace, ...activity }) => ({
          ...{ endpoint, path, state, totalSpace, usedSpace },
          ...{ waiting: activity.waiting, errors: activity.errors },
          ...(activity.lastMinute && { lastMinute: activity.lastMinute }),
        })),
      };
    });
    serve(listTopLocks, async ({ session, signal }) => {
      const { admin } = storage.clientsOf(session);
      const locks = await admin.topLocks({ count: TOP_LOCKS, signal }).catch(unlessUntold);
      return {
        locks: locks?.map(({ resource, type, since, source }) => ({
          ...{ resource, type, source },
          ...(since === undefined ? {} : { since }),
        })),
      };
    });
  };
}

/** MinIO reports locks only if several servers share them. */
function unlessUntold(error: unknown): undefined {
  if (!hasCode(error, 'XMinioAdminVersionMismatch')) throw error;
}

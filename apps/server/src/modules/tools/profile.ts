import { recordProfile } from '@stowage/contract/tools/profile';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import type { StorageAccess } from '../../upstream/storage.ts';

/** Streams profiles of the storage servers. */
export function profileRoutes(storage: StorageAccess): RouteModule {
  return ({ serve }) => {
    serve(recordProfile, async ({ session, body, signal }) => ({
      status: 200,
      headers: {
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="profile.zip"',
        'cache-control': 'no-store',
      },
      body: await storage.clientsOf(session).admin.recordProfile({ ...body, signal }),
    }));
  };
}

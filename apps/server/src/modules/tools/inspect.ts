import { inspectObject } from '@stowage/contract/tools/inspect';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import type { StorageAccess } from '../../upstream/storage.ts';

/** Streams what the drives store of an object, decrypted. */
export function inspectRoutes(storage: StorageAccess): RouteModule {
  return ({ serve }) => {
    serve(inspectObject, async ({ session, query, signal }) => ({
      status: 200,
      headers: {
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="inspect.zip"',
        'cache-control': 'no-store',
      },
      body: await storage.clientsOf(session).admin.inspectData({ ...query, signal }),
    }));
  };
}

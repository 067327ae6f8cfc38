import * as contract from '@stowage/contract/buckets';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import type { Session } from '../../sessions/session.ts';
import { checkBucket } from '../../storage-names.ts';
import type { StorageAccess } from '../../upstream/storage.ts';
import { createBucket } from './create-bucket.ts';
import { forceDelete } from './force-delete.ts';
import type { BucketReader } from './ports.ts';
import { answerPermissions, getBucket, listAccess, listBuckets } from './service.ts';

/** The bucket list, single buckets, creating and deleting them, and the caller's permissions. */
export function bucketRoutes(storage: StorageAccess): RouteModule {
  const readerOf = (session: Session): BucketReader => ({
    s3: storage.clientsOf(session).s3,
    account: (signal) => storage.accountOf(session, signal),
  });
  return ({ serve }) => {
    serve(contract.listBuckets, async ({ session, query, signal }) =>
      listBuckets(readerOf(session), query, signal),
    );

    serve(contract.listBucketAccess, async ({ session, query, signal }) => {
      const { s3 } = storage.clientsOf(session);
      return listAccess(s3, query.names.map(checkBucket), signal);
    });

    serve(contract.createBucket, async ({ session, body, signal }) => {
      await createBucket(storage.clientsOf(session), body, signal);
    });

    serve(contract.getBucket, async ({ session, params, signal }) =>
      getBucket(readerOf(session), checkBucket(params.name), signal),
    );

    serve(contract.deleteBucket, async ({ session, params, query, signal }) => {
      const { s3 } = storage.clientsOf(session);
      const bucket = checkBucket(params.name);
      if (query.force === 'true') await forceDelete(s3, bucket, signal);
      else await s3.removeBucket({ bucket, signal });
    });

    serve(contract.hasPermission, async ({ session, body, signal }) => {
      const account = await storage.accountOf(session, signal);
      return { permissions: answerPermissions(account, body.actions) };
    });
  };
}

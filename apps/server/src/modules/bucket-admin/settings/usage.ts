import * as contract from '@stowage/contract/bucket-admin/settings';
import type { RouteModule } from '../../../plugins/contract-routes.ts';
import { checkBucket } from '../../../storage-names.ts';
import type { StorageClients } from '../../../upstream/storage.ts';
import { unlessDenied } from '../../../upstream/unless-denied.ts';
import type { BucketAdmin } from '../bucket-admin.ts';

/** The size and object count of the bucket. */
export function usageRoutes({ storage }: BucketAdmin): RouteModule {
  return ({ serve }) => {
    serve(contract.getUsage, async ({ session, params, signal }) => {
      const { s3, admin } = storage.clientsOf(session);
      const bucket = checkBucket(params.bucket);
      // The storage server decides, for each bucket, whether the caller may know it.
      const [usage] = await Promise.all([
        readUsage(admin, bucket, signal),
        s3.headBucket({ bucket, signal }),
      ]);
      return usage;
    });
  };
}

/** The server-wide count tells when it was taken; not everyone may read it. */
async function readUsage(
  admin: StorageClients['admin'],
  bucket: string,
  signal: AbortSignal,
): Promise<contract.Usage> {
  const info = await unlessDenied(admin.dataUsageInfo({ signal }));
  if (!info) return readOwnUsage(admin, bucket, signal);
  const { perBucket, lastUpdate } = info;
  const counted = Object.hasOwn(perBucket, bucket) ? perBucket[bucket] : undefined;
  return { ...(counted ?? { size: 0, objects: 0 }), ...(lastUpdate && { lastUpdate }) };
}

async function readOwnUsage(
  admin: StorageClients['admin'],
  bucket: string,
  signal: AbortSignal,
): Promise<contract.Usage> {
  const { buckets } = await admin.accountInfo({ signal });
  const { size = 0, objects = 0 } = buckets.find(({ name }) => name === bucket) ?? {};
  return { size, objects };
}

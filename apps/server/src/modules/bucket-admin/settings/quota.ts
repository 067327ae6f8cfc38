import * as contract from '@stowage/contract/bucket-admin/settings';
import type { BucketQuota as QuotaWish } from '@stowage/contract/buckets';
import type { AdminClient, BucketQuota } from '@stowage/storage-client/admin';
import type { z } from 'zod';
import { refusedField, unlessMissing } from '../../../changes/refused-field.ts';
import { revisionOf } from '../../../changes/revision.ts';
import { ConsoleError } from '../../../console-error.ts';
import type { RouteModule } from '../../../plugins/contract-routes.ts';
import { checkBucket } from '../../../storage-names.ts';
import type { BucketAdmin } from '../bucket-admin.ts';
import { changeSetting } from '../change-setting.ts';

const REFUSED = ['XMinioAdminInvalidArgument'];
/** MinIO reports an internal error for a quota type that it has dropped. */
const NO_TYPE = [...REFUSED, 'InternalError'];
const NO_QUOTA: BucketQuota = { size: 0, type: 'hard' };

/** The maximum size of the bucket. */
export function quotaRoutes({ storage, turns }: BucketAdmin): RouteModule {
  return ({ serve }) => {
    serve(contract.getQuota, async ({ session, params, signal }) => {
      const { admin } = storage.clientsOf(session);
      return present(await readQuota(admin, checkBucket(params.bucket), signal));
    });

    serve(contract.setQuota, async ({ session, params, query, body, signal }) => {
      const bucket = checkBucket(params.bucket);
      const { admin } = storage.clientsOf(session);
      const quota = quotaOf(body);
      await changeSetting({
        turns,
        bucket,
        setting: 'quota',
        signal,
        revision: query.revision,
        read: () => readQuota(admin, bucket, signal),
        write: () => writeQuota(admin, bucket, quota),
      });
      return { name: bucket, ...present(quota) };
    });
  };
}

/** A size of 0 means no quota. */
export async function readQuota(
  admin: Pick<AdminClient, 'getBucketQuota'>,
  bucket: string,
  signal: AbortSignal,
): Promise<BucketQuota> {
  const code = 'XMinioAdminNoSuchQuotaConfiguration';
  const quota = await unlessMissing(code, admin.getBucketQuota({ bucket, signal }));
  return quota === undefined || quota.size === 0 ? NO_QUOTA : quota;
}

/** @throws ConsoleError InvalidInput if the server has no quotas of this type */
export function writeQuota(
  admin: Pick<AdminClient, 'setBucketQuota'>,
  bucket: string,
  quota: BucketQuota,
): Promise<void> {
  const [field, codes] = quota.type === 'hard' ? ['amount', REFUSED] : ['quota_type', NO_TYPE];
  return refusedField(field, codes, admin.setBucketQuota({ bucket, quota }));
}

function quotaOf({ enabled, amount, quota_type: type = 'hard' }: z.infer<typeof QuotaWish>) {
  if (!enabled) return NO_QUOTA;
  if (amount === undefined) {
    const detail = 'A quota needs an amount.';
    throw new ConsoleError('InvalidInput', { field: 'amount', detail });
  }
  return { size: amount, type };
}

function present(quota: BucketQuota): contract.Quota {
  return { quota: quota.size, type: quota.type, revision: revisionOf(quota) };
}

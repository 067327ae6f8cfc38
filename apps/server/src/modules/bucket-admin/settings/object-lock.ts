import * as contract from '@stowage/contract/bucket-admin/settings';
import type { BucketRetention } from '@stowage/contract/buckets';
import type { DefaultRetention, S3Client } from '@stowage/storage-client/s3';
import type { z } from 'zod';
import { refusedField, unlessMissing } from '../../../changes/refused-field.ts';
import { revisionOf } from '../../../changes/revision.ts';
import type { Call, RouteModule } from '../../../plugins/contract-routes.ts';
import { checkBucket } from '../../../storage-names.ts';
import type { BucketAdmin } from '../bucket-admin.ts';
import { changeSetting } from '../change-setting.ts';

/** Whether objects can be locked, and the default retention of new ones. */
export function objectLockRoutes({ storage, turns }: BucketAdmin): RouteModule {
  return ({ serve }) => {
    serve(contract.getObjectLocking, async ({ session, params, signal }) => {
      const { s3 } = storage.clientsOf(session);
      const { enabled } = await readObjectLock(s3, checkBucket(params.bucket), signal);
      return { object_locking_enabled: enabled };
    });

    serve(contract.getRetention, async ({ session, params, signal }) => {
      const { s3 } = storage.clientsOf(session);
      const lock = await readObjectLock(s3, checkBucket(params.bucket), signal);
      return { ...(lock.retention && fromStorage(lock.retention)), revision: revisionOf(lock) };
    });

    const change = async (
      { session, params, query, signal }: Omit<Call<typeof contract.removeRetention>, 'body'>,
      retention: DefaultRetention | undefined,
    ) => {
      const bucket = checkBucket(params.bucket);
      const { s3 } = storage.clientsOf(session);
      await changeSetting({
        turns,
        bucket,
        setting: 'object-lock',
        signal,
        revision: query.revision,
        read: () => readObjectLock(s3, bucket, signal),
        write: () => writeRetention(s3, bucket, retention),
      });
    };

    serve(contract.setRetention, ({ body, ...call }) => change(call, toStorage(body)));
    serve(contract.removeRetention, (call) => change(call, undefined));
  };
}

export interface ObjectLock {
  readonly enabled: boolean;
  readonly retention?: DefaultRetention;
}

/** In a bucket without the configuration, objects cannot be locked. */
export async function readObjectLock(
  s3: Pick<S3Client, 'getObjectLockConfiguration'>,
  bucket: string,
  signal: AbortSignal,
): Promise<ObjectLock> {
  const code = 'ObjectLockConfigurationNotFoundError';
  const found = await unlessMissing(code, s3.getObjectLockConfiguration({ bucket, signal }));
  return found ?? { enabled: false };
}

/** @throws ConsoleError InvalidInput if the server rejects the duration */
export function writeRetention(
  s3: Pick<S3Client, 'putObjectLockConfiguration'>,
  bucket: string,
  retention: DefaultRetention | undefined,
): Promise<void> {
  return refusedField(
    'validity',
    ['InvalidArgument', 'MalformedXML'],
    s3.putObjectLockConfiguration({ bucket, retention }),
  );
}

type Retention = z.infer<typeof BucketRetention>;

export function toStorage({ mode, unit, validity }: Retention): DefaultRetention {
  return { mode: mode === 'compliance' ? 'COMPLIANCE' : 'GOVERNANCE', unit, validity };
}

export function fromStorage({ mode, unit, validity }: DefaultRetention): Retention {
  return { mode: mode === 'COMPLIANCE' ? 'compliance' : 'governance', unit, validity };
}

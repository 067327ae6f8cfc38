import * as contract from '@stowage/contract/bucket-admin/settings';
import { revisionOf } from '../../../changes/revision.ts';
import type { RouteModule } from '../../../plugins/contract-routes.ts';
import { checkBucket } from '../../../storage-names.ts';
import type { BucketAdmin } from '../bucket-admin.ts';
import { changeSetting } from '../change-setting.ts';

/** Whether the bucket keeps versions. */
export function versioningRoutes({ storage, turns }: BucketAdmin): RouteModule {
  return ({ serve }) => {
    serve(contract.getVersioning, async ({ session, params, signal }) => {
      const { s3 } = storage.clientsOf(session);
      const status = await s3.getBucketVersioning({ bucket: checkBucket(params.bucket), signal });
      return { is_versioned: status === 'enabled', status, revision: revisionOf(status) };
    });

    serve(contract.setVersioning, async ({ session, params, query, body, signal }) => {
      const { s3 } = storage.clientsOf(session);
      const bucket = checkBucket(params.bucket);
      const state = body.versioning ? 'enabled' : 'suspended';
      await changeSetting({
        turns,
        bucket,
        setting: 'versioning',
        signal,
        revision: query.revision,
        read: () => s3.getBucketVersioning({ bucket, signal }),
        write: () => s3.putBucketVersioning({ bucket, state }),
      });
    });
  };
}

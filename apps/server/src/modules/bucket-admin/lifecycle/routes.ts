import * as contract from '@stowage/contract/bucket-admin/lifecycle';
import type { RouteModule } from '../../../plugins/contract-routes.ts';
import { checkBucket } from '../../../storage-names.ts';
import type { BucketAdmin } from '../bucket-admin.ts';
import { presentRule } from './rule.ts';
import { addRule, deleteRule, editRule } from './rules.ts';

/** The bucket's rules for expiring and moving objects. */
export function lifecycleRoutes({ storage, turns }: BucketAdmin): RouteModule {
  return ({ serve }) => {
    serve(contract.listLifecycleRules, async ({ session, params, signal }) => {
      const { s3 } = storage.clientsOf(session);
      const rules = await s3.getBucketLifecycle({ bucket: checkBucket(params.bucket), signal });
      return { lifecycle: rules.map(presentRule) };
    });

    serve(contract.addLifecycleRule, async ({ session, params, body, signal }) => {
      const { s3 } = storage.clientsOf(session);
      const bucket = checkBucket(params.bucket);
      await turns.take({ bucket, setting: 'lifecycle', signal }, () =>
        addRule(s3, bucket, body, signal),
      );
    });

    serve(contract.editLifecycleRule, async ({ session, params, query, body, signal }) => {
      const { s3 } = storage.clientsOf(session);
      const bucket = checkBucket(params.bucket);
      const seen = { id: params.id, revision: query.revision };
      await turns.take({ bucket, setting: 'lifecycle', signal }, () =>
        editRule(s3, bucket, seen, body, signal),
      );
    });

    serve(contract.deleteLifecycleRule, async ({ session, params, query, signal }) => {
      const { s3 } = storage.clientsOf(session);
      const bucket = checkBucket(params.bucket);
      const seen = { id: params.id, revision: query.revision };
      await turns.take({ bucket, setting: 'lifecycle', signal }, () =>
        deleteRule(s3, bucket, seen, signal),
      );
    });
  };
}

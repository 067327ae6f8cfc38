import * as contract from '@stowage/contract/bucket-admin/access';
import { pageOf } from '../../../page-of.ts';
import type { RouteModule } from '../../../plugins/contract-routes.ts';
import { checkBucket } from '../../../storage-names.ts';
import type { BucketAdmin } from '../bucket-admin.ts';
import { auditPolicies, auditUsers } from './audit.ts';

/** Who can reach the bucket, and why. */
export function accessAuditRoutes({ storage }: Pick<BucketAdmin, 'storage'>): RouteModule {
  return ({ serve }) => {
    serve(contract.listBucketPolicies, async ({ session, params, query, signal }) => {
      const port = storage.clientsOf(session);
      const { policies, anonymous } = await auditPolicies(port, checkBucket(params.bucket), signal);
      return {
        policies: pageOf(policies, query),
        total: policies.length,
        ...(anonymous && { anonymous }),
      };
    });

    serve(contract.listBucketUsers, async ({ session, params, query, signal }) => {
      const users = await auditUsers(
        storage.clientsOf(session),
        checkBucket(params.bucket),
        signal,
      );
      return pageOf(users, query).map(({ name }) => name);
    });

    serve(contract.auditBucketUsers, async ({ session, params, signal }) => {
      const users = await auditUsers(
        storage.clientsOf(session),
        checkBucket(params.bucket),
        signal,
      );
      return { users, total: users.length };
    });
  };
}

import * as contract from '@stowage/contract/bucket-admin/replication';
import type { RouteModule } from '../../../plugins/contract-routes.ts';
import { checkBucket } from '../../../storage-names.ts';
import { requireAction } from '../../../upstream/require-action.ts';
import type { BucketAdmin } from '../bucket-admin.ts';
import { listExternalBuckets } from './external-buckets.ts';
import { deleteRule, editRule, listRules, stopReplication } from './rules.ts';
import { setReplication } from './set-replication.ts';
import { replicationStatus } from './status.ts';

/** A thousand pairs of bucket names; each bucket may take as long as a connection attempt. */
const MANY_BUCKETS = { body: 512 * 1024, time: 10 * 60_000 };

/** Where the bucket's objects are replicated to, and the state of replication. */
export function replicationRoutes({ storage, turns, refuses }: BucketAdmin): RouteModule {
  return ({ serve }) => {
    serve(contract.listExternalBuckets, async ({ session, body, signal }) => {
      await requireAction(storage, session, 'admin:SetBucketTarget', signal);
      const names = await listExternalBuckets(refuses, body, signal);
      return { buckets: names.map((name) => ({ name })), total: names.length };
    });

    serve(
      contract.setReplication,
      async ({ session, body, signal }) => ({
        replicationState: await setReplication(storage.clientsOf(session), turns, body, signal),
      }),
      MANY_BUCKETS,
    );

    serve(contract.listReplicationRules, async ({ session, params, signal }) => {
      const bucket = checkBucket(params.bucket);
      return { rules: await listRules(storage.clientsOf(session), bucket, signal) };
    });

    serve(contract.getReplicationStatus, async ({ session, params, signal }) => {
      const bucket = checkBucket(params.bucket);
      return { targets: await replicationStatus(storage.clientsOf(session), bucket, signal) };
    });

    serve(contract.editReplicationRule, async ({ session, params, query, body, signal }) => {
      const bucket = checkBucket(params.bucket);
      const port = storage.clientsOf(session);
      const seen = { id: params.rule, revision: query.revision };
      await turns.take({ bucket, setting: 'replication', signal }, () =>
        editRule(port, bucket, seen, body, signal),
      );
    });

    serve(contract.deleteReplicationRule, async ({ session, params, query, signal }) => {
      const bucket = checkBucket(params.bucket);
      const port = storage.clientsOf(session);
      const seen = { id: params.rule, revision: query.revision };
      await turns.take({ bucket, setting: 'replication', signal }, () =>
        deleteRule(port, bucket, seen, signal),
      );
    });

    serve(contract.stopReplication, async ({ session, params, signal }) => {
      const bucket = checkBucket(params.bucket);
      const port = storage.clientsOf(session);
      await turns.take({ bucket, setting: 'replication', signal }, () =>
        stopReplication(port, bucket, signal),
      );
    });
  };
}

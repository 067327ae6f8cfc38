import * as contract from '@stowage/contract/bucket-admin/cors';
import type { RouteModule } from '../../../plugins/contract-routes.ts';
import { checkBucket } from '../../../storage-names.ts';
import type { BucketAdmin } from '../bucket-admin.ts';
import { presentRule } from './rule.ts';
import { addRule, deleteRule, editRule, readCors } from './rules.ts';

/** What pages of other origins may do with the bucket. */
export function corsRoutes({ storage, turns }: BucketAdmin): RouteModule {
  return ({ serve }) => {
    serve(contract.listCorsRules, async ({ session, params, signal }) => {
      const { s3 } = storage.clientsOf(session);
      const { rules, offered } = await readCors(s3, checkBucket(params.bucket), signal);
      const origin = storage.publicOriginOf(session);
      return {
        rules: rules.map(presentRule),
        offered,
        ...(origin !== undefined && { direct_origin: origin }),
      };
    });

    serve(contract.addCorsRule, async ({ session, params, body, signal }) => {
      const { s3 } = storage.clientsOf(session);
      const bucket = checkBucket(params.bucket);
      await turns.take({ bucket, setting: 'cors', signal }, () =>
        addRule(s3, bucket, body, signal),
      );
    });

    serve(contract.editCorsRule, async ({ session, params, query, body, signal }) => {
      const { s3 } = storage.clientsOf(session);
      const bucket = checkBucket(params.bucket);
      const seen = { position: params.position, revision: query.revision };
      await turns.take({ bucket, setting: 'cors', signal }, () =>
        editRule(s3, bucket, seen, body, signal),
      );
    });

    serve(contract.deleteCorsRule, async ({ session, params, query, signal }) => {
      const { s3 } = storage.clientsOf(session);
      const bucket = checkBucket(params.bucket);
      const seen = { position: params.position, revision: query.revision };
      await turns.take({ bucket, setting: 'cors', signal }, () =>
        deleteRule(s3, bucket, seen, signal),
      );
    });
  };
}

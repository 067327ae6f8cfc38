import * as contract from '@stowage/contract/bucket-admin/events';
import { pageOf } from '../../../page-of.ts';
import type { RouteModule } from '../../../plugins/contract-routes.ts';
import { checkBucket } from '../../../storage-names.ts';
import type { BucketAdmin } from '../bucket-admin.ts';
import { listSubscriptions, subscribe, unsubscribe } from './subscriptions.ts';
import { eventTargets } from './targets.ts';

/** The bucket's event subscriptions. */
export function eventRoutes({ storage, turns }: BucketAdmin): RouteModule {
  return ({ serve }) => {
    serve(contract.listEvents, async ({ session, params, query, signal }) => {
      const { s3 } = storage.clientsOf(session);
      const events = await listSubscriptions(s3, checkBucket(params.bucket), signal);
      return { events: pageOf(events, query), total: events.length };
    });

    serve(contract.subscribeToEvent, async ({ session, params, body, signal }) => {
      const { s3 } = storage.clientsOf(session);
      const bucket = checkBucket(params.bucket);
      await turns.take({ bucket, setting: 'events', signal }, () =>
        subscribe(s3, bucket, body, signal),
      );
    });

    serve(contract.deleteEvent, async ({ session, params, query, body, signal }) => {
      const { s3 } = storage.clientsOf(session);
      const bucket = checkBucket(params.bucket);
      await turns.take({ bucket, setting: 'events', signal }, () =>
        unsubscribe(s3, bucket, { ...body, arn: params.arn }, query.revision, signal),
      );
    });

    serve(contract.listArns, async ({ session, signal }) => {
      const info = await storage.clientsOf(session).admin.serverInfo({ signal });
      return { arns: [...info.sqsArns], targets: eventTargets(info) };
    });
  };
}

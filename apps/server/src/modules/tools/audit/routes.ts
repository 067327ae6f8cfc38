import * as contract from '@stowage/contract/tools/audit';
import type { AuditLog, Retention } from '../../../audit-log/audit-log.ts';
import { Turns } from '../../../changes/turns.ts';
import { ConsoleError } from '../../../console-error.ts';
import type { RouteModule } from '../../../plugins/contract-routes.ts';
import type { LeaseStore } from '../../../state/lease-store.ts';
import { requireAction } from '../../../upstream/require-action.ts';
import type { RestartNeeds } from '../../../upstream/restart-needs.ts';
import type { StorageAccess } from '../../../upstream/storage.ts';
import { filterOf, presentRecord, presentSummary, rangeOf } from './present.ts';
import type { AuditReceiver } from './receiver.ts';
import { readWebhook, recordsPath, removeWebhook, setWebhook } from './webhook.ts';

export interface AuditRoutesOptions {
  readonly storage: StorageAccess;
  readonly leases: LeaseStore;
  readonly log: AuditLog;
  readonly receiver: AuditReceiver;
  readonly retention: Retention;
  readonly needs: RestartNeeds;
}

/** The records of the storage server's calls, and how they are delivered. */
export function auditRoutes({
  storage,
  leases,
  log,
  receiver,
  retention,
  needs,
}: AuditRoutesOptions): RouteModule {
  const turns = new Turns(leases);
  return ({ serve }) => {
    serve(contract.searchAuditLog, async ({ session, query, signal }) => {
      await requireAction(storage, session, 'admin:ConsoleLog', signal);
      const { pageNo, pageSize, order, after } = query;
      const { records, reached } = await log.search({
        ...rangeOf(query),
        filter: filterOf(query),
        newestFirst: order === 'timeDesc',
        skip: after === undefined ? pageNo * pageSize : 0,
        limit: pageSize,
        ...(after !== undefined && { after }),
      });
      const next = reached?.id ?? (records.length === pageSize ? records.at(-1)?.id : undefined);
      return {
        results: records.map(presentRecord),
        ...(next !== undefined && { next }),
        ...(reached && { searchedTo: new Date(reached.time).toISOString() }),
      };
    });

    serve(contract.summarizeAuditLog, async ({ session, query, signal }) => {
      await requireAction(storage, session, 'admin:ConsoleLog', signal);
      return presentSummary(await log.summary(rangeOf(query), filterOf(query)));
    });

    serve(contract.getAuditReceiver, async ({ session, request, signal }) => {
      await requireAction(storage, session, 'admin:ConsoleLog', signal);
      const webhook = await readWebhook(storage.clientsOf(session).admin, signal);
      const { oldest, newest, ...holdings } = await log.holdings();
      const silentSince =
        webhook.state === 'on'
          ? receiver.silence.look(`${holdings.records} ${newest}`, Date.now())
          : undefined;
      return {
        ...webhook,
        ...receiver.suggestionFor(request.socket),
        path: recordsPath(session.audience.mount),
        ...holdings,
        ...(silentSince !== undefined && { silentSince: new Date(silentSince).toISOString() }),
        ...(oldest !== undefined && { oldest: new Date(oldest).toISOString() }),
        ...(newest !== undefined && { newest: new Date(newest).toISOString() }),
        retention,
        turnedAway: receiver.turnedAway(),
      };
    });

    serve(contract.setUpAuditReceiver, async ({ session, body: { address }, signal }) => {
      const { admin } = storage.clientsOf(session);
      // Before the storage server's token is changed.
      const { state } = await readWebhook(admin, signal);
      if (state === 'unknown') throw new ConsoleError('AccessDenied');
      const { mount: subpath } = session.audience;
      const set = (token: string) => setWebhook(admin, { address, subpath, token });
      const turn = { name: 'audit receiver', signal };
      const effect = await turns.take(turn, () => receiver.token.renew(set));
      receiver.silence.forget();
      return needs.note(session, effect);
    });

    serve(contract.removeAuditReceiver, async ({ session, signal }) => {
      const effect = await removeWebhook(storage.clientsOf(session).admin, signal);
      await receiver.token.takeBack();
      return needs.note(session, effect);
    });
  };
}

/** Receives records from the storage server, whose requests have no session. */
export function auditDeliveryRoutes(receiver: AuditReceiver): RouteModule {
  return ({ serve }) => {
    serve(contract.receiveAuditRecords, async ({ request }) => {
      // If accepted as a record it would be lost; if rejected, the storage server keeps it and
      // reports the reason.
      if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
        throw new ConsoleError('UnsupportedMediaType', {
          detail: 'Records are not taken compressed.',
        });
      }
      await receiver.receive(request.body as Buffer);
    });
  };
}

import {
  type Finding,
  getAttention,
  HEALTH_CHECKS,
  type HealthCheck,
  MAX_FINDINGS,
} from '@stowage/contract/dashboard/attention';
import { StorageRequestError } from '@stowage/storage-client/errors';
import { ConsoleError } from '../../console-error.ts';
import type { RouteModule } from '../../plugins/contract-routes.ts';
import { quotaFindings, replicationFindings } from './bucket-checks.ts';
import { keyFindings, withNames } from './key-check.ts';
import type { DashboardParts } from './parts.ts';
import { driveFindings, serverFindings, spaceFindings, targetFindings } from './server-checks.ts';

/** The time limit for all checks together; unfinished ones count as failed. */
const PATIENCE_MS = 20_000;

/** What needs attention first. */
export function attentionRoutes(parts: DashboardParts): RouteModule {
  const { storage, certificates, now } = parts;
  return ({ serve }) => {
    serve(getAttention, async ({ session, signal }) => {
      const clients = storage.clientsOf(session);
      const limit = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
      const info = await clients.admin.serverInfo({ signal: limit });
      const buckets = once(
        async () => (await clients.admin.accountInfo({ signal: limit })).buckets,
      );
      const checks: Readonly<Record<HealthCheck, () => Promise<readonly Finding[]>>> = {
        servers: async () => serverFindings(info),
        drives: async () => driveFindings(info),
        space: async () => spaceFindings(info),
        replication: async () => replicationFindings(clients, await buckets(), limit),
        targets: async () => targetFindings(info),
        quotas: async () => quotaFindings(await buckets()),
        accessKeys: async () =>
          withNames(
            clients.admin,
            keyFindings(await clients.admin.listAllServiceAccounts({ signal: limit }), now()),
            limit,
          ),
        certificates: () => certificates(now(), limit),
      };
      const outcomes = await Promise.all(
        HEALTH_CHECKS.map(async (check) => ({ check, ...(await attempt(checks[check])) })),
      );
      return present(outcomes);
    });
  };
}

type Outcome =
  | { readonly found: readonly Finding[] }
  | { readonly reason: 'denied' | 'unsupported' | 'failed' };

/** A failed check does not keep the others from being shown. */
async function attempt(check: () => Promise<readonly Finding[]>): Promise<Outcome> {
  try {
    return { found: await check() };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): 'denied' | 'unsupported' | 'failed' {
  if (error instanceof ConsoleError) {
    if (error.code === 'NotSupported') return 'unsupported';
    return error.code === 'AccessDenied' ? 'denied' : 'failed';
  }
  if (!(error instanceof StorageRequestError)) return 'failed';
  if (error.status === 403) return 'denied';
  return error.status === 404 || error.status === 405 || error.status === 501
    ? 'unsupported'
    : 'failed';
}

function present(outcomes: readonly (Outcome & { readonly check: HealthCheck })[]) {
  const made = outcomes.flatMap((one) => ('found' in one ? [one] : []));
  const listed = made.flatMap(({ found }) => bySeverity(found).slice(0, MAX_FINDINGS));
  return {
    findings: bySeverity(listed),
    checked: made.map(({ check, found }) => ({ check, found: found.length })),
    unchecked: outcomes.flatMap((one) =>
      'reason' in one ? [{ check: one.check, reason: one.reason }] : [],
    ),
  };
}

/** Critical findings first; otherwise in the order in which they were found. */
function bySeverity(findings: readonly Finding[]): Finding[] {
  const place = { critical: 0, warning: 1 };
  return [...findings].sort((a, b) => place[a.severity] - place[b.severity]);
}

function once<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let answer: Promise<Result> | undefined;
  return () => {
    answer ??= read();
    return answer;
  };
}

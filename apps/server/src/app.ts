import { ENDPOINTS } from '@stowage/contract/table';
import { MAX_AUDIT_DELIVERY } from '@stowage/contract/tools/audit';
import type { FastifyInstance } from 'fastify';
import type { AuditLog } from './audit-log/audit-log.ts';
import { Turns } from './changes/turns.ts';
import type { Config } from './config/config.ts';
import { createHttpServer } from './http-server.ts';
import { type MetricSource, metricError } from './metric-source/metric-source.ts';
import { consoleSessionRoutes } from './modules/auth/console-sessions.ts';
import { authRoutes } from './modules/auth/routes.ts';
import { securityLogRoutes } from './modules/auth/security-log.ts';
import type { SignOn } from './modules/auth/sign-on.ts';
import { signOnRoutes } from './modules/auth/sign-on-routes.ts';
import { bucketAdminRoutes } from './modules/bucket-admin/routes.ts';
import { bucketRoutes } from './modules/buckets/routes.ts';
import type { CertificateCheck } from './modules/dashboard/certificates.ts';
import { dashboardRoutes } from './modules/dashboard/routes.ts';
import { accessExplorerRoutes } from './modules/identity/access-explorer/routes.ts';
import { iamTransferRoutes } from './modules/identity/iam-transfer/routes.ts';
import { keysReportRoutes } from './modules/identity/keys-report/routes.ts';
import { policyRoutes } from './modules/identity/policies/routes.ts';
import { identityRoutes } from './modules/identity/routes.ts';
import { serviceAccountRoutes } from './modules/identity/service-accounts/routes.ts';
import { createJobRunner } from './modules/jobs/job-runner.ts';
import { jobRoutes } from './modules/jobs/routes.ts';
import { notificationEndpointRoutes } from './modules/notification-endpoints/routes.ts';
import { objectDetailRoutes } from './modules/object-detail/routes.ts';
import { objectListingRoutes } from './modules/objects/listing-routes.ts';
import { objectDeletionRoutes, objectRoutes } from './modules/objects/routes.ts';
import { serviceRoutes } from './modules/service/routes.ts';
import { settingsRoutes } from './modules/settings/routes.ts';
import { shareRoutes } from './modules/shares/routes.ts';
import { tierRoutes } from './modules/tiers/routes.ts';
import { deliveryToken } from './modules/tools/audit/delivery-token.ts';
import { type AuditReceiver, createAuditReceiver } from './modules/tools/audit/receiver.ts';
import { auditDeliveryRoutes, auditRoutes } from './modules/tools/audit/routes.ts';
import { healRoutes, healStreams } from './modules/tools/heal.ts';
import { healthStreams } from './modules/tools/health-info.ts';
import { inspectRoutes } from './modules/tools/inspect.ts';
import { logStreams } from './modules/tools/logs.ts';
import { profileRoutes } from './modules/tools/profile.ts';
import { speedTestRoutes, speedTestStreams } from './modules/tools/speed-test.ts';
import { topRoutes } from './modules/tools/top.ts';
import { traceStreams } from './modules/tools/trace.ts';
import { watchStreams } from './modules/tools/watch.ts';
import { uploadRoutes } from './modules/uploads/routes.ts';
import { type OwnFacts, ownMetrics } from './own-metrics/own-metrics.ts';
import { apiDocs } from './plugins/api-docs.ts';
import { contractRoutes, type RouteModule } from './plugins/contract-routes.ts';
import { contractStreams } from './plugins/contract-streams.ts';
import type { ErrorMapper } from './plugins/errors.ts';
import { health } from './plugins/health.ts';
import { rawBodies } from './plugins/raw-bodies.ts';
import { type SessionCookies, sessionCookies } from './plugins/session.ts';
import { webApp } from './plugins/web-app.ts';
import type { RecordSecurityEvent } from './security-log/security-event.ts';
import type { Session } from './sessions/session.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { State } from './state/state.ts';
import { TurnLimit } from './turn-limit.ts';
import { refusesOf } from './upstream/link-local.ts';
import { type RestartNeeds, restartNeeds } from './upstream/restart-needs.ts';
import { serverInfoGate } from './upstream/server-info-gate.ts';
import { stillPermits } from './upstream/still-permits.ts';
import type { Storage } from './upstream/storage.ts';
import { storageError } from './upstream/storage-errors.ts';

/** The console's dependencies; tests supply their own. */
export interface AppDependencies {
  readonly config: Pick<
    Config,
    'web' | 'storage' | 'transfers' | 'metrics' | 'audit' | 'allowLinkLocal' | 'logLevel'
  >;
  readonly sessions: Sessions;
  readonly signOn: SignOn;
  readonly storage: Storage;
  readonly state: Pick<
    State,
    | 'sessions'
    | 'leases'
    | 'loginCounts'
    | 'jobs'
    | 'speedTests'
    | 'auditReceivers'
    | 'restartNeeds'
    | 'securityEvents'
    | 'isReady'
    | 'now'
  >;
  readonly metrics: MetricSource;
  readonly auditLog: AuditLog;
  readonly certificates: CertificateCheck;
  readonly record: RecordSecurityEvent;
  /** The directory of the built web app. */
  readonly webRoot: string;
  readonly version: string;
  /** Receives the log, one JSON object per line. */
  readonly log: { write(line: string): void };
  /** Validates every response against its schema; for tests. */
  readonly checkAnswers?: boolean;
}

/** Browser tabs that may run all their transfers at the same time. */
const TABS = 2;
const MAPPERS: readonly ErrorMapper[] = [storageError, metricError];

/** Builds the console server, which is not listening yet. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { config, sessions, storage, state, webRoot, version, checkAnswers = false } = dependencies;
  const app = await createHttpServer({ ...config, log: dependencies.log, mappers: MAPPERS });
  const cookies = await sessionCookies(app, sessions, dependencies.record);
  health(app, {
    storage: () => storage.serverAt(config.web.subpath).isReady(),
    state: () => state.isReady(),
  });
  apiDocs(app, ENDPOINTS, version);
  const turns = turnsOf(config);
  ownMetrics(app, { token: config.metrics.token, facts: ownFacts(dependencies, turns) });
  const receiver = receiverOf(dependencies);
  const needs = restartNeeds({ store: state.restartNeeds, storage, now: state.now });
  await app.register(async (api) => {
    const routes = contractRoutes(api, { cookies, mappers: MAPPERS, checkAnswers });
    for (const module of modulesOf(dependencies, { cookies, turns, needs })) module(routes);
    jobsOf(app, dependencies)(routes);
    dashboardOf(app, dependencies)(routes);
    const retention = config.audit;
    const { leases } = state;
    const { auditLog: log } = dependencies;
    auditRoutes({ storage, leases, log, receiver, retention, needs })(routes);
  });
  // There may be thousands per second; a log line for each would be of no use.
  const quiet = { logLevel: 'error' } as const;
  await app.register(async (scope) => {
    rawBodies(scope, MAX_AUDIT_DELIVERY);
    scope.addHook('onRequest', ({ headers }) => receiver.token.check(headers.authorization));
    const routes = contractRoutes(scope, { cookies, mappers: MAPPERS, checkAnswers });
    auditDeliveryRoutes(receiver)(routes);
  }, quiet);
  const permits = stillPermits(storage);
  const streams = contractStreams(app, { cookies, sessions, mappers: MAPPERS, permits });
  watchStreams(storage)(streams);
  healStreams(storage)(streams);
  traceStreams(storage)(streams);
  logStreams(storage)(streams);
  healthStreams(storage)(streams);
  speedTestStreams({ storage, results: state.speedTests })(streams);
  await webApp(app, {
    webRoot,
    storageOrigin: (mount) => storage.serverAt(mount).publicOrigin,
  });
  return app;
}

/** Shared by several modules. */
interface SharedParts {
  readonly cookies: SessionCookies;
  readonly turns: TurnLimit;
  readonly needs: RestartNeeds;
}

function modulesOf(
  { config, sessions, signOn, storage, state, record, version }: AppDependencies,
  { cookies, turns, needs }: SharedParts,
): readonly RouteModule[] {
  const { transfers } = config;
  const { leases, loginCounts } = state;
  const changes = new Turns(leases);
  const refuses = refusesOf(config);
  return [
    authRoutes({
      ...{ sessions, loginCounts, signOn, cookies, storage, record, needs, version, transfers },
    }),
    consoleSessionRoutes({ sessions, storage, record }),
    securityLogRoutes({ storage, events: state.securityEvents }),
    signOnRoutes({ sessions, signOn, cookies, record }),
    bucketRoutes(storage),
    bucketAdminRoutes(storage, { refuses, leases }),
    accessExplorerRoutes(storage),
    policyRoutes(storage, changes),
    serviceAccountRoutes(storage, leases),
    iamTransferRoutes(storage),
    keysReportRoutes(storage),
    identityRoutes(storage, leases),
    objectDeletionRoutes(storage),
    objectListingRoutes(storage),
    objectRoutes(storage, turns),
    objectDetailRoutes(storage, changes),
    shareRoutes(storage),
    uploadRoutes(storage, turns),
    serviceRoutes(storage, needs),
    notificationEndpointRoutes({ storage, leases, needs, refuses }),
    healRoutes(storage),
    speedTestRoutes({ storage, results: state.speedTests }),
    topRoutes(storage),
    profileRoutes(storage),
    inspectRoutes(storage),
    settingsRoutes({ storage, leases, needs, refuses }),
    tierRoutes(storage, leases),
  ];
}

function turnsOf({ transfers }: AppDependencies['config']): TurnLimit {
  return new TurnLimit({
    session: TABS * (transfers.uploads + transfers.downloads),
    total: Number.POSITIVE_INFINITY,
  });
}

function ownFacts({ state, metrics, version }: AppDependencies, turns: TurnLimit): OwnFacts {
  const { sessions, jobs, now } = state;
  return {
    version,
    sessions: () => sessions.countOpen(now()),
    jobs: () => jobs.counts(),
    transfers: () => turns.running,
    lastSampleAt: () => metrics.lastSampleAt(),
  };
}

function receiverOf({ config, storage, state, auditLog }: AppDependencies): AuditReceiver {
  const { name } = storage.serverAt(config.web.subpath);
  return createAuditReceiver({
    log: auditLog,
    token: deliveryToken(state.auditReceivers, name),
    embedded: config.storage.kind === 'embedded',
  });
}

/** Jobs run for the lifetime of the console. */
function jobsOf(
  app: FastifyInstance,
  { sessions, storage, state: { jobs: store } }: AppDependencies,
): RouteModule {
  const s3Of = (session: Session) => storage.clientsOf(session).s3;
  const runner = createJobRunner({ store, sessions, s3Of, log: app.log });
  app.addHook('onReady', async () => runner.start());
  app.addHook('onClose', () => runner.stop());
  return jobRoutes({ store, sessions, storage, runner });
}

/** The storage server's metrics are read for the lifetime of the console. */
function dashboardOf(
  app: FastifyInstance,
  { storage, metrics, certificates, state }: AppDependencies,
): RouteModule {
  app.addHook('onReady', async () => metrics.start());
  app.addHook('onClose', () => metrics.stop());
  const { now } = state;
  return dashboardRoutes({ storage, metrics, certificates, now, gate: serverInfoGate(storage) });
}

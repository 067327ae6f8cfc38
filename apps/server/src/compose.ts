import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MAX_KEPT_JOBS } from '@stowage/contract/jobs';
import { LONGEST_KEPT } from '@stowage/metrics/history';
import { createStoragePool } from '@stowage/storage-client/dispatcher';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import type { AuditLog } from './audit-log/audit-log.ts';
import { openAuditLog } from './audit-log/open-audit-log.ts';
import { readAuthorities } from './config/authorities.ts';
import type { Config } from './config/config.ts';
import { loadRootCredentials, type RootCredentials } from './config/root-credentials.ts';
import { type EmbeddedStorage, startEmbeddedStorage } from './embedded-storage.ts';
import { type MetricSource, prometheusSource } from './metric-source/metric-source.ts';
import { sampledSource } from './metric-source/sampled-source.ts';
import { createSignOn } from './modules/auth/sign-on.ts';
import { type CertificateCheck, certificateCheck } from './modules/dashboard/certificates.ts';
import { createSecurityLog, type SecurityLog } from './security-log/security-log.ts';
import { createSessions, type Sessions } from './sessions/sessions.ts';
import { openState, sharingProblems } from './state/open-state.ts';
import { loadSealer } from './state/sealer.ts';
import type { State } from './state/state.ts';
import { createSweeper, type Sweeper } from './state/sweeper.ts';
import { refusesOf } from './upstream/link-local.ts';
import { isRenewalRefusal } from './upstream/login-refusal.ts';
import { guardedFetch } from './upstream/openid/guarded-fetch.ts';
import { createIdentityProviders } from './upstream/openid/identity-providers.ts';
import { readStoredProviders } from './upstream/openid/read-stored-providers.ts';
import { StoredProviders } from './upstream/openid/stored-providers.ts';
import { createStorage } from './upstream/storage.ts';
import { createStorageServer, type StorageServer } from './upstream/storage-server.ts';

const WEB_ROOT = fileURLToPath(new URL('../../web/dist/', import.meta.url));
/** Stands for the embedded storage, whose address may change on each start. */
const EMBEDDED = 'embedded';
const SESSION_MS = 7 * 24 * 3_600_000;
/** How long a finished job is remembered. */
const JOBS_KEPT_MS = 30 * 24 * 3_600_000;

/** The assembled console. */
export interface Console {
  readonly app: FastifyInstance;
  /** Only if the storage is embedded. */
  readonly embedded?: {
    readonly storage: EmbeddedStorage;
    readonly root: RootCredentials;
    /** Identifies this console to it. */
    readonly consoleSecret: string;
  };
  /** Closes the app's dependencies, after the app itself. */
  close(): Promise<void>;
}

/** Chooses the configured adapters and builds the console on them. */
export async function compose(
  config: Config,
  version: string,
  log: { write(line: string): void },
): Promise<Console> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const sealer = await loadSealer(config.dataDir, config.session.passphrase);
  // First of all: a console that may not use this state must not touch the drives either.
  const state = await openState(config, sealer);
  const embedded = await startEmbedded(config);
  const auditLog = await openAuditLog(config, (message) => app.log.warn(message));
  const { stsSeconds } = config.session;
  const server = await serverOf(config, embedded);
  const stored = storedProvidersOf(config, {
    ...{ embedded, server, now: state.now },
    onFailure: (err) => app.log.warn({ err }, 'identity_openid of the storage was not read'),
  });
  const providers = createIdentityProviders(config.identityProviders, stored?.providers);
  const storage = createStorage({
    servers: [server],
    serverAt: () => server,
    keep: (session, found) => sessions.keepCapabilities(session, found),
  });
  const idle = stsSeconds * 1000;
  const security = createSecurityLog({
    server: server.name,
    store: state.securityEvents,
    now: state.now,
    write: (event) => app.log.info(event, 'security'),
    onFailure: (err) => app.log.error({ err }, 'a security event was not stored'),
  });
  const sessions = createSessions({
    serverAt: (mount) => storage.serverAt(mount).name,
    store: state.sessions,
    leases: state.leases,
    now: state.now,
    sealer,
    issue: storage.issue,
    renewIdentity: providers.renew,
    isRefusal: isRenewalRefusal,
    limits: { idle, total: Math.max(idle, SESSION_MS) },
    onRenewalFailure: (err) => app.log.warn({ err }, 'temporary credentials were not renewed'),
    onTouchFailure: (err) => app.log.error({ err }, 'the use of a session was not noted'),
    record: security.record,
  });
  const metrics = metricSourceOf(config, {
    ...{ server, state, sessions, root: embedded?.root },
    onFailure: (err) => app.log.warn({ err }, 'the metrics of the storage server were not read'),
  });
  const app = await buildApp({
    ...{ config, sessions, storage, state, auditLog, version, log },
    signOn: createSignOn({ providers, sealer, now: state.now }),
    record: security.record,
    metrics,
    certificates: certificatesOf(config, embedded?.storage),
    webRoot: WEB_ROOT,
  });
  tellProblems(app, { config, state, embedded });
  const sweeper = sweeperOf({ state, sessions, security, auditLog }, (err) =>
    app.log.error({ err }, 'what has ended was not swept out of the state'),
  );
  return {
    app,
    ...(embedded && { embedded }),
    async close() {
      sweeper.stop();
      await stored?.close();
      await storage.close();
      await embedded?.storage.stop();
      await auditLog.close();
      await state.close();
    },
  };
}

/** Errors behind the app go to its log. */
function tellProblems(
  { log }: FastifyInstance,
  { config, state, embedded }: { config: Config; state: State; embedded: Console['embedded'] },
): void {
  state.onProblem((message) => log.warn(message));
  for (const problem of sharingProblems(config)) log.warn(problem);
  embedded?.storage.onLog(({ level, message, fields }) => log[level](fields, message));
}

interface StoredProvidersParts {
  readonly embedded: Console['embedded'];
  readonly server: StorageServer;
  readonly now: () => number;
  readonly onFailure: (error: unknown) => void;
}

/** Only for the embedded storage does the console have keys to read them before anybody logs in. */
function storedProvidersOf(
  config: Config,
  { embedded, server, now, onFailure }: StoredProvidersParts,
) {
  if (embedded === undefined) return undefined;
  const pool = createStoragePool({ refuses: refusesOf(config) });
  const fetch = guardedFetch(pool);
  const { user: accessKey, password: secretKey } = embedded.root;
  const expiresAt = Number.POSITIVE_INFINITY;
  const keys = { source: 'keys', accessKey, secretKey, expiresAt } as const;
  const read = async (signal: AbortSignal) =>
    readStoredProviders(server.clientsWith(keys).admin, fetch, signal);
  const providers = new StoredProviders({ read, now, onFailure });
  embedded.storage.onConfigChange(() => providers.changed());
  return { providers, close: () => pool.destroy() };
}

async function serverOf(config: Config, embedded: Console['embedded']): Promise<StorageServer> {
  return createStorageServer({
    name: config.storage.kind === 'server' ? config.storage.url : EMBEDDED,
    endpoint: endpointOf(config, embedded?.storage),
    consoleSecret: embedded?.consoleSecret,
    publicOrigin: config.publicStorageUrl,
    region: config.storage.region,
    authorities: await authoritiesOf(config),
    stsSeconds: config.session.stsSeconds,
    ldap: config.ldap,
  });
}

function endpointOf(
  { storage }: Config,
  embedded: EmbeddedStorage | undefined,
): () => string | undefined {
  return storage.kind === 'server' ? () => storage.url : () => embedded?.url();
}

/** Owns everything that expires. */
interface Swept {
  readonly state: State;
  readonly sessions: Sessions;
  readonly security: SecurityLog;
  readonly auditLog: AuditLog;
}

function sweeperOf(
  { state, sessions, security, auditLog }: Swept,
  onFailure: (error: unknown) => void,
): Sweeper {
  return createSweeper(state.leases, {
    tasks: [
      () => sessions.sweep(),
      () => security.prune(),
      () => auditLog.prune(),
      () => state.leases.prune(),
      () => state.jobs.prune(state.now() - JOBS_KEPT_MS, MAX_KEPT_JOBS),
      () => state.metrics.prune(state.now() / 1000 - LONGEST_KEPT),
    ],
    onFailure,
  });
}

interface MetricParts {
  readonly server: StorageServer;
  readonly state: State;
  readonly sessions: Sessions;
  /** For the embedded storage, whose metrics its own process may read. */
  readonly root: RootCredentials | undefined;
  readonly onFailure: (error: unknown) => void;
}

function metricSourceOf({ metrics }: Config, parts: MetricParts): MetricSource {
  const { server, state, sessions, root, onFailure } = parts;
  const { now, leases } = state;
  if (metrics.prometheus) return prometheusSource(metrics.prometheus, now);
  const keys = metrics.keys ?? (root && { accessKey: root.user, secretKey: root.password });
  const store = state.metrics.of(server.name);
  return sampledSource({ store, leases, server, sessions, keys, now, onFailure });
}

function certificatesOf(config: Config, embedded: EmbeddedStorage | undefined): CertificateCheck {
  const { tls, host } = config.web;
  return certificateCheck({
    console: tls && { certsDir: tls.certsDir, host: `${host}:${tls.port}` },
    storage: endpointOf(config, embedded),
  });
}

async function authoritiesOf({ storage }: Config): Promise<readonly string[] | undefined> {
  const ca = storage.kind === 'server' ? storage.ca : undefined;
  return ca === undefined ? undefined : readAuthorities(ca);
}

async function startEmbedded(config: Config): Promise<Console['embedded']> {
  if (config.storage.kind === 'server') return undefined;
  const { host, port, drives, root: configured } = config.storage.embedded;
  const root = await loadRootCredentials(config.dataDir, configured);
  const consoleSecret = randomBytes(32).toString('base64url');
  const module = new URL(import.meta.resolve('@stowage/storage-embedded/worker'));
  const storage = startEmbeddedStorage(module, {
    dataDir: join(config.dataDir, 'storage'),
    host,
    port,
    drives: driveDirectories(config.dataDir, drives),
    rootUser: root.user,
    rootPassword: root.password,
    consoleSecret,
  });
  return { storage, root, consoleSecret };
}

function driveDirectories(dataDir: string, drives: number | readonly string[]): readonly string[] {
  if (typeof drives !== 'number') return drives;
  return Array.from({ length: drives }, (_, index) => join(dataDir, `drive-${index + 1}`));
}

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SESSION_TOKEN_HEADER } from '@stowage/contract/endpoint';
import { type AdminClient, createAdminClient } from '@stowage/storage-client/admin';
import { createS3Client, type S3Client } from '@stowage/storage-client/s3';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { type StorageTarget, startTarget } from '../../../../tests/targets/target.ts';
import { type AppDependencies, buildApp } from '../app.ts';
import { sqliteAuditLog } from '../audit-log/sqlite/sqlite-audit-log.ts';
import type { IdentityProvider } from '../config/identity-providers.ts';
import type { MetricSource } from '../metric-source/metric-source.ts';
import { type SampledSourceOptions, sampledSource } from '../metric-source/sampled-source.ts';
import { createSignOn } from '../modules/auth/sign-on.ts';
import { certificateCheck } from '../modules/dashboard/certificates.ts';
import type { RecordSecurityEvent, SecurityEventStore } from '../security-log/security-event.ts';
import { createSecurityLog } from '../security-log/security-log.ts';
import type { LoginKeys } from '../sessions/session.ts';
import { createSessions, type Sessions } from '../sessions/sessions.ts';
import { sealerWith } from '../state/sealer.ts';
import { openSqliteState, type State } from '../state/state.ts';
import { isRenewalRefusal } from '../upstream/login-refusal.ts';
import {
  createIdentityProviders,
  type IdentityProviders,
} from '../upstream/openid/identity-providers.ts';
import type { ProvidersOfStorage } from '../upstream/openid/known-providers.ts';
import { createStorage, type Storage } from '../upstream/storage.ts';
import { createStorageServer, type StorageServer } from '../upstream/storage-server.ts';
import { type StorageGate, startGate } from './storage-gate.ts';

const HOUR = 3_600_000;
const AUDIT = { days: 30, bytes: 100_000_000 };
const SEALER = sealerWith(Buffer.alloc(32, 5));

/** A request of a test's browser. */
export interface TestRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is text or bytes. */
  readonly payload?: object | string | Buffer;
  /** The client's address, if not this machine's. */
  readonly remoteAddress?: string;
}

/** The session headers sent by a browser and its web app. */
export interface SessionHeaders {
  readonly cookie?: string;
  readonly [SESSION_TOKEN_HEADER]?: string;
}

/** A caller of the console, with the session from their login. */
export interface TestCaller {
  readonly session: SessionHeaders;
  send(request: TestRequest): Promise<LightMyRequestResponse>;
}

/** The console in the test's own process, with a real storage server. */
export interface TestConsole {
  readonly app: FastifyInstance;
  /** The directory of the web app. */
  readonly webRoot: string;
  readonly target: StorageTarget;
  /** The gate between the console and the storage server. */
  readonly gate: StorageGate;
  /** The storage server as its root user, bypassing the console. */
  readonly s3: S3Client;
  readonly admin: AdminClient;
  /** Shifts the console's clock for sessions, in milliseconds. */
  readonly clock: { offset: number };
  /** The lines of its log. */
  readonly log: string[];
  /** The events stored by the security log. */
  readonly events: SecurityEventStore;
  readonly anonymous: TestCaller;
  logIn(keys?: LoginKeys): Promise<TestCaller>;
  /** Creates a user of the storage server with this policy. */
  addUser(accessKey: string, policy: object): Promise<LoginKeys>;
  close(): Promise<void>;
}

export interface TestConsoleOptions {
  readonly subpath?: string;
  readonly transfers?: { readonly uploads: number; readonly downloads: number };
  /** In memory if absent; closed with the console. */
  readonly state?: State;
  /** The origin at which browsers reach the storage server directly. */
  readonly publicOrigin?: string;
  /** The identity providers at which users log in instead of with keys. */
  readonly identityProviders?: readonly IdentityProvider[];
  /** The same, from the storage server's own configuration. */
  readonly storedProviders?: (admin: AdminClient) => ProvidersOfStorage;
  /** The token for the console's own metrics. */
  readonly metricsToken?: string;
  /** The source of metrics; by default they are read from the storage server. */
  readonly metrics?: MetricSource;
  /**
   * Credentials for reading the storage server's metrics; by default those of sessions are used.
   */
  readonly metricKeys?: (target: StorageTarget) => LoginKeys;
  /** An existing storage server that outlives the console. */
  readonly target?: StorageTarget;
}

/** Starts a storage server and builds the console on it. */
export async function startTestConsole(options: TestConsoleOptions = {}): Promise<TestConsole> {
  const target = options.target ?? (await startTarget());
  const webRoot = await makeWebRoot();
  const clock = { offset: 0 };
  const log: string[] = [];
  const gate = await startGate(() => target.endpoint);
  const server = serverBehind(gate, target, options);
  const storage = createStorage({
    servers: [server],
    serverAt: () => server,
    keep: (session, found) => sessions.keepCapabilities(session, found),
  });
  const state = options.state ?? openSqliteState(':memory:');
  const events = state.securityEvents;
  const security = createSecurityLog({
    server: 'test',
    store: events,
    write: (event) => app.log.info(event, 'security'),
    onFailure: (error) => log.push(String(error)),
  });
  const now = () => state.now() + clock.offset;
  const clients = clientsOf(target);
  const providers = createIdentityProviders(
    options.identityProviders ?? [],
    options.storedProviders?.(clients.admin),
  );
  const parts = { state, storage, providers, now, record: security.record };
  const sessions = sessionsOf(parts, log);
  const audit = await openAuditLog();
  const app = await buildApp({
    config: configOf(options),
    sessions,
    signOn: createSignOn({ providers, sealer: SEALER, now }),
    storage,
    state,
    auditLog: audit.log,
    record: security.record,
    metrics:
      options.metrics ??
      sampledSource(samplerOf({ server, sessions, now, state, target }, options, log)),
    certificates: certificateCheck({ storage: () => target.endpoint }),
    webRoot,
    version: '1.2.3',
    log: { write: (line) => log.push(line) },
    checkAnswers: true,
  });
  return {
    app,
    webRoot,
    target,
    gate,
    ...clients,
    clock,
    log,
    events,
    anonymous: callerWith(app, {}),
    logIn: (keys = target) => logIn(app, keys),
    addUser: (accessKey, policy) => addUser(clients.admin, accessKey, policy),
    async close() {
      for (const part of [app, storage, gate, audit, state]) await part.close();
      if (!options.target) await target.close();
      await rm(webRoot, { recursive: true });
    },
  };
}

async function openAuditLog() {
  const directory = await mkdtemp(join(tmpdir(), 'stowage-audit-'));
  const log = sqliteAuditLog(directory, AUDIT);
  return {
    log,
    async close() {
      await log.close();
      await rm(directory, { recursive: true });
    },
  };
}

interface SessionParts {
  readonly state: State;
  readonly storage: Storage;
  readonly providers: IdentityProviders;
  readonly now: () => number;
  readonly record: RecordSecurityEvent;
}

function sessionsOf(
  { state, storage, providers, now, record }: SessionParts,
  log: string[],
): Sessions {
  return createSessions({
    store: state.sessions,
    leases: state.leases,
    sealer: SEALER,
    issue: storage.issue,
    renewIdentity: providers.renew,
    isRefusal: isRenewalRefusal,
    limits: { idle: HOUR, total: 7 * 24 * HOUR },
    serverAt: () => 'test',
    record,
    onRenewalFailure: (error) => log.push(String(error)),
    onTouchFailure: (error) => log.push(String(error)),
    now,
  });
}

/** Samples the metrics of the storage server behind the console. */
function samplerOf(
  parts: {
    readonly server: StorageServer;
    readonly sessions: Sessions;
    readonly now: () => number;
    readonly state: State;
    readonly target: StorageTarget;
  },
  { metricKeys }: TestConsoleOptions,
  log: string[],
): SampledSourceOptions {
  const { server, sessions, now, state, target } = parts;
  return {
    ...{ server, sessions, now, leases: state.leases, keys: metricKeys?.(target) },
    store: state.metrics.of(server.name),
    onFailure: (error) => log.push(String(error)),
  };
}

function serverBehind(
  gate: StorageGate,
  { region, consoleSecret }: StorageTarget,
  { publicOrigin }: TestConsoleOptions,
): StorageServer {
  return createStorageServer({
    ...{ name: 'test', region, publicOrigin, consoleSecret, stsSeconds: 3600 },
    endpoint: () => gate.endpoint,
  });
}

function configOf(options: TestConsoleOptions): AppDependencies['config'] {
  const { subpath = '/', transfers = { uploads: 10, downloads: 20 } } = options;
  const allowedHosts = ['console.example'];
  return {
    web: { host: '127.0.0.1', port: 0, subpath, trustedProxies: [], allowedHosts },
    storage: { kind: 'server', url: 'http://storage.example', region: 'us-east-1' },
    transfers,
    audit: AUDIT,
    metrics: options.metricsToken === undefined ? {} : { token: options.metricsToken },
    allowLinkLocal: false,
    logLevel: 'debug',
  };
}

function clientsOf({ endpoint, region, accessKey, secretKey }: StorageTarget) {
  const options = { endpoint, region, credentials: { accessKey, secretKey } };
  return { s3: createS3Client(options), admin: createAdminClient(options) };
}

/** A caller of this console with these headers. */
export function callerWith(app: FastifyInstance, session: SessionHeaders): TestCaller {
  return {
    session,
    send: ({ method = 'GET', url, headers, payload, remoteAddress }) =>
      app.inject({
        method,
        url,
        headers: {
          'sec-fetch-site': 'same-origin',
          ...session,
          ...headers,
        },
        ...(payload !== undefined && { payload }),
        ...(remoteAddress !== undefined && { remoteAddress }),
      }),
  };
}

async function logIn(app: FastifyInstance, keys: LoginKeys): Promise<TestCaller> {
  const { accessKey, secretKey, sessionToken } = keys;
  const response = await callerWith(app, {}).send({
    method: 'POST',
    url: '/api/v1/login',
    headers: { [SESSION_TOKEN_HEADER]: '' },
    payload: { accessKey, secretKey, sessionToken },
  });
  const [cookie] = response.cookies;
  if (!cookie) throw new Error(`nobody was logged in: ${response.body}`);
  return callerWith(app, {
    cookie: `${cookie.name}=${cookie.value}`,
    [SESSION_TOKEN_HEADER]: response.json().sessionId,
  });
}

async function addUser(admin: AdminClient, accessKey: string, policy: object): Promise<LoginKeys> {
  const secretKey = `${accessKey}-secret-key`;
  await admin.addUser({ accessKey, secretKey });
  await admin.addCannedPolicy({ name: `${accessKey}-policy`, policy: JSON.stringify(policy) });
  await admin.setPolicyForUser({ accessKey, policies: [`${accessKey}-policy`] });
  return { accessKey, secretKey };
}

/** A web app as produced by a build. */
async function makeWebRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'stowage-web-'));
  await mkdir(join(root, 'assets'));
  const page =
    '<base href="__BASE__"><meta name="csp-nonce" content="__NONCE__"><title>Stowage</title>';
  await Promise.all([
    writeFile(join(root, 'index.html'), page),
    writeFile(join(root, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    writeFile(join(root, 'assets', 'app-1a2b3c.js'), 'plain'),
    writeFile(join(root, 'assets', 'app-1a2b3c.js.br'), 'brotli'),
    writeFile(join(root, 'assets', 'app-1a2b3c.js.gz'), 'gzip'),
    writeFile(join(root, '..', 'stowage-outside.txt'), 'outside the web root'),
  ]);
  return root;
}

import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { Authenticator } from './auth/authenticator.ts';
import { Authorizer } from './auth/authorizer.ts';
import { BucketPolicies } from './auth/bucket-policies.ts';
import { Identities } from './auth/identities.ts';
import { recordKey } from './auth/key-record.ts';
import { KeyRotation } from './auth/key-rotation.ts';
import type { MasterKey } from './auth/master-key.ts';
import { masterKeyFile, openMasterKey } from './auth/open-master-key.ts';
import { TextSealer } from './auth/sealed-text.ts';
import { SessionTokens } from './auth/session-tokens.ts';
import { ConfigStore } from './config/config-store.ts';
import type { Observable } from './engine/changes/change-hooks.ts';
import { openEngine } from './engine/engine.ts';
import type { Engine } from './engine/types.ts';
import { Front } from './front.ts';
import { type Bounds, boundsFor, memoryOfMachine } from './http/bounds.ts';
import { CLOSE_PATIENCE, type ClosePatience } from './http/close-server.ts';
import { hostIdOf } from './http/host-id.ts';
import { hostAndPort, makeServer } from './http/make-server.ts';
import { externalPolicies } from './identity-providers/external-policies.ts';
import { LdapIdentities } from './identity-providers/ldap/ldap-identities.ts';
import { OpenIdProviders } from './identity-providers/openid/openid-providers.ts';
import { configuredTargets, settingOf } from './notifications/approve-config.ts';
import { Notifications } from './notifications/notifications.ts';
import { Replication } from './replication/replication.ts';
import { KeyFile } from './s3/encryption/key-file.ts';
import { ObjectKeys } from './s3/encryption/object-keys.ts';
import { Quotas } from './s3/quotas.ts';
import { Scanner } from './scanner/scanner.ts';
import { replaceSecret } from './secret-file.ts';
import type { Log, Store } from './store.ts';
import { type TellOfTier, tellerOfTiers } from './tiers/tier-events.ts';
import { Tiering } from './tiers/tiering.ts';
import { ConsoleLog } from './tracing/console-log.ts';
import { FILE_TYPES, FileWorks } from './tracing/file-works.ts';
import { Tracer } from './tracing/tracer.ts';
import { Webhooks } from './webhooks/webhooks.ts';

export interface StorageOptions {
  /** Directory of the index and the store's own keys. */
  readonly dataDir: string;
  /** One directory per drive. */
  readonly drives: readonly string[];
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /**
   * The region that requests must be signed for; any if absent or ''. Takes precedence over the
   * configured one.
   */
  readonly region?: string;
  readonly rootUser: string;
  readonly rootPassword: string;
  /**
   * Secret of the console that starts the store; lets it specify the source address of its own
   * clients.
   */
  readonly consoleSecret?: string;
  readonly log?: Log;
  /** Milliseconds between two scanner cycles; default one minute. */
  readonly scanInterval?: number;
  /** How long closing waits for requests; default ten seconds. */
  readonly patience?: ClosePatience;
  /** Resource limits of requests; derived from the machine's memory if absent. */
  readonly bounds?: Bounds;
  /** Called when an administrator stopped the store through the Admin API and it has closed. */
  readonly onStop?: () => void;
  /** Called when the configuration has been loaded or has changed. */
  readonly onConfigChange?: () => void;
}

export interface RunningStorage {
  /** Base URL without a trailing slash. */
  readonly url: string;
  /** Runs a scanner cycle immediately, including moves to tiers that it triggers. */
  scan(): Promise<void>;
  /** Waits a while for running requests to finish, then closes the data. */
  close(): Promise<void>;
}

/**
 * Starts the embedded store: S3, STS and MinIO's Admin API on one port.
 *
 * @throws Error if the port is in use, or the data cannot be opened
 */
export async function startStorage(options: StorageOptions): Promise<RunningStorage> {
  const place = { deploymentId: '', node: '' };
  const consoleLog = new ConsoleLog(options.log ?? (() => undefined), place);
  const tracer: Tracer = new Tracer(place, (types) => files.listen((types & FILE_TYPES) !== 0));
  const files = new FileWorks(() => [options.dataDir, ...options.drives], tracer);
  const { log } = consoleLog;
  const { dataDir, drives, rootPassword } = options;
  const load: Load = { requests: () => 0 };
  let config: ConfigStore | undefined;
  const uploadMaxAge = () => config?.running.staleUploadsExpiry;
  const scrub = () => config?.running.scrub(load.requests());
  const engine = await openEngine({ dataDir, drives, log, uploadMaxAge, scrub });
  try {
    const masterKey = await openMasterKey({ dataDir, engine, rootPassword, log });
    const sealer = new TextSealer(masterKey.deriveAll('configuration'));
    config = new ConfigStore(engine, sealer, options.onConfigChange);
    const watched = { place, consoleLog, tracer, load };
    return await listen({ engine, config, masterKey, watched }, { ...options, log });
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** Reports the number of running requests, once there is a server. */
interface Load {
  requests: () => number;
}

interface Foundation {
  readonly engine: Engine & Observable;
  readonly config: ConfigStore;
  readonly masterKey: MasterKey;
  readonly watched: Watched;
}

/** What administrators use to observe the store. */
interface Watched {
  readonly load: Load;
  /** Filled in when it becomes known. */
  readonly place: { deploymentId: string; node: string };
  readonly consoleLog: ConsoleLog;
  readonly tracer: Tracer;
}

async function listen(
  foundation: Foundation,
  options: StorageOptions & { readonly log: Log },
): Promise<RunningStorage> {
  const { engine, watched } = foundation;
  const { tracer, consoleLog } = watched;
  const server = makeServer();
  const { log } = options;
  // Remembered, since a closing server no longer reports it.
  let address = '';
  const endpoint = () => address;
  const tell = tellerOfTiers(engine, () => notifications);
  const parts = await assemble(foundation, options, tell);
  const { tiering, replication, ldap } = parts;
  const scanner = makeScanner(foundation, parts, options);
  watched.place.deploymentId = parts.deploymentId;
  // At this point, everything sealed has been opened with the key.
  await recordKey(engine, foundation.masterKey, options.rootPassword);
  const notifications = notify(foundation, parts, endpoint);
  consoleLog.onFailure((line) => parts.webhooks.logged(line));
  const store: Store = {
    ...parts,
    tracer,
    consoleLog,
    notifications,
    scanner,
    endpoint,
    control: (action) => {
      if (action === 'restart') {
        store.config.reload();
        notifications.reload();
        store.identities.reload();
        store.ldap.reload();
        store.keyFile.reload();
        return;
      }
      // Once the response is being sent.
      setImmediate(() => {
        close().then(options.onStop, (error: unknown) => {
          options.log('error', 'The store did not close properly.', { error });
        });
      });
    },
  };
  const bounds = options.bounds ?? boundsFor(memoryOfMachine());
  const front = new Front(server, store, bounds, options.consoleSecret);
  watched.load.requests = () => front.requests;
  const end = async () => {
    notifications.listeners.close();
    tracer.close();
    consoleLog.close();
    await front.close(options.patience ?? CLOSE_PATIENCE);
    await rotation?.close();
    const closing = [scanner, replication, notifications, tiering, parts.webhooks, ldap];
    await Promise.all(closing.map((part) => part.close()));
    await parts.identities.usage.close(log);
    await engine.close();
  };
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= end();
    return closing;
  };
  server.listen(options.port, options.host);
  await once(server, 'listening');
  address = hostAndPort(server);
  watched.place.node = address;
  const rotation = rotate(foundation, parts, options);
  scanner.start();
  begin(parts);
  const scan = () => scanner.cycle().then(() => tiering.transitions.idle());
  return { url: `http://${address}`, scan, close };
}

/** Starts periodic work. */
function begin({ identities, ldap, replication, webhooks, tiering, log }: Parts): void {
  identities.usage.start(log);
  ldap.start();
  replication.start();
  webhooks.start();
  void tiering.pass();
}

type Parts = Omit<
  Store,
  'endpoint' | 'control' | 'scanner' | 'notifications' | 'tracer' | 'consoleLog'
>;

function makeScanner(
  { engine, config: { running }, watched }: Foundation,
  { tiering, log }: Parts,
  { scanInterval }: StorageOptions,
): Scanner {
  return new Scanner(engine, {
    interval: () => scanInterval ?? running.scannerCycle,
    share: () => running.scannerShare,
    maxWait: () => running.scannerMaxWait,
    log,
    tell: watched.tracer.tell,
    move: (version, tier) => tiering.transitions.add(version, tier),
    onCycle: () => tiering.pass(),
  });
}

/** Announces changes to targets and listeners. */
function notify(
  { engine, config, watched }: Foundation,
  { region, deploymentId, log }: Parts,
  address: () => string,
): Notifications {
  const notifications = new Notifications(engine, {
    targets: () => configuredTargets(config),
    settingOf: (id) => settingOf(config, id),
    origin: () => ({
      region: region || config.running.region,
      hostId: hostIdOf(deploymentId),
      deploymentId,
      endpoint: `http://${address()}`,
    }),
    log,
    tell: watched.tracer.tell,
  });
  engine.observe(notifications);
  return notifications;
}

async function assemble(
  { engine, config, masterKey, watched }: Foundation,
  options: StorageOptions & { readonly log: Log },
  tellOfTier: TellOfTier,
): Promise<Parts> {
  const identities = new Identities(engine, masterKey);
  const tokens = new SessionTokens(masterKey);
  const openid = new OpenIdProviders({ config, identities, region: options.region ?? '' });
  const ldap = new LdapIdentities({ engine, config, identities, log: options.log });
  const keyFile = new KeyFile(join(options.dataDir, 'kms.keys'), options.log);
  const root = {
    accessKey: options.rootUser,
    secretKey: options.rootPassword,
    generation: createHmac('sha256', masterKey.derive('root-generation'))
      .update(`${options.rootUser}\n${options.rootPassword}`)
      .digest('base64url'),
  };
  const objectKeys = new ObjectKeys(masterKey.deriveAll('object-keys'), keyFile);
  const replication = new Replication(
    { engine, objectKeys },
    {
      keys: masterKey.deriveAll('replication-targets'),
      log: options.log,
      tell: watched.tracer.tell,
    },
  );
  const id = await deploymentId(engine);
  const tiering = new Tiering(engine, {
    keys: masterKey.deriveAll('tiers'),
    deploymentId: id,
    log: options.log,
    tell: tellOfTier,
  });
  return {
    engine,
    replication,
    tiering,
    identities,
    ldap,
    tokens,
    openid,
    authenticator: new Authenticator({
      ...{ root, identities, tokens },
      external: externalPolicies({ openid, ldap }),
    }),
    authorizer: new Authorizer(new BucketPolicies(engine)),
    quotas: new Quotas(engine),
    objectKeys,
    keyFile,
    config,
    webhooks: new Webhooks(config, join(options.dataDir, 'webhooks'), options.log),
    region: options.region ?? '',
    deploymentId: id,
    startedAt: Date.now(),
    log: options.log,
  };
}

/** Retires former keys, if there are any. */
function rotate(
  { engine, config, masterKey }: Foundation,
  { objectKeys, identities, replication, tiering, log }: Parts,
  { dataDir, rootPassword }: StorageOptions,
): KeyRotation | undefined {
  if (!masterKey.hasFormer) {
    return undefined;
  }
  const secrets = [identities, config, replication.targets, tiering.tiers];
  const retire = async () => {
    const current = masterKey.withoutFormer();
    await recordKey(engine, current, rootPassword);
    await replaceSecret(masterKeyFile(dataDir), current.print());
  };
  const rotation = new KeyRotation({ engine, objectKeys, secrets, retire, log });
  rotation.start();
  return rotation;
}

/** Returns an id that stays with the data. */
async function deploymentId(engine: Engine): Promise<string> {
  const known = engine.getDocument('server', 'deployment-id');
  if (known !== undefined) {
    return known;
  }
  const id = randomUUID();
  await engine.putDocument('server', 'deployment-id', id);
  return id;
}

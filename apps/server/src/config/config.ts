import { resolve } from 'node:path';
import {
  type IdentityProvider,
  PROVIDER_SETTINGS,
  readIdentityProviders,
} from './identity-providers.ts';
import { ConfigError, describeSettings, readSettings, type Values } from './setting.ts';
import { SETTINGS } from './settings.ts';

/** The embedded storage server, when no other is configured. */
export interface EmbeddedStorageConfig {
  readonly host: string;
  readonly port: number;
  /** A number of drives in the data directory, or a list of directories. */
  readonly drives: number | readonly string[];
  readonly root?: { readonly user: string; readonly password: string };
}

/** The source of metrics, and who may read the console's own. */
export interface MetricsConfig {
  readonly prometheus?: {
    readonly url: string;
    readonly job: string;
    readonly auth?:
      | { readonly token: string }
      | { readonly username: string; readonly password: string };
  };
  /** Credentials for reading the storage server's metrics. */
  readonly keys?: { readonly accessKey: string; readonly secretKey: string };
  /** Allows other machines to read the console's own metrics. */
  readonly token?: string;
}

/** The validated configuration from the environment. */
export interface Config {
  readonly web: {
    readonly host: string;
    readonly port: number;
    /** Begins and ends with a slash. */
    readonly subpath: string;
    readonly trustedProxies: readonly string[];
    /** Additional host names that the console answers to, in lower case. */
    readonly allowedHosts: readonly string[];
    readonly tls?: { readonly port: number; readonly certsDir: string };
  };
  readonly storage:
    | {
        readonly kind: 'server';
        readonly url: string;
        readonly region: string;
        /** A file of CA certificates, in addition to the public ones. */
        readonly ca?: string;
      }
    | {
        readonly kind: 'embedded';
        readonly region: string;
        readonly embedded: EmbeddedStorageConfig;
      };
  /** The origin at which browsers reach the storage server directly. */
  readonly publicStorageUrl?: string;
  readonly session: {
    readonly stsSeconds: number;
    readonly passphrase?: { readonly secret: string; readonly salt: string };
  };
  /** The identity providers at which users log in instead of with keys. */
  readonly identityProviders: readonly IdentityProvider[];
  /** Whether the storage server has users from a directory (LDAP). */
  readonly ldap: boolean;
  readonly metrics: MetricsConfig;
  readonly transfers: { readonly uploads: number; readonly downloads: number };
  /** Whether the console may connect to link-local addresses named by an administrator. */
  readonly allowLinkLocal: boolean;
  readonly dataDir: string;
  /**
   * A PostgreSQL URL for consoles that share their state; without it an SQLite file in the data
   * directory is used.
   */
  readonly databaseUrl?: string;
  /** How long audit records are kept, and how many bytes of them. */
  readonly audit: { readonly days: number; readonly bytes: number };
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}

/** Reads the configuration from the process's environment.
 * @throws ConfigError with one line that says what is wrong and what is expected. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const values = readSettings(SETTINGS, env);
  return {
    web: {
      host: values.CONSOLE_HOSTNAME,
      port: values.CONSOLE_PORT,
      subpath: values.CONSOLE_SUBPATH,
      trustedProxies: values.STOWAGE_TRUSTED_PROXIES ?? [],
      allowedHosts: values.STOWAGE_ALLOWED_HOSTS ?? [],
      ...(values.CONSOLE_CERTS_DIR && {
        tls: { port: values.CONSOLE_TLS_PORT, certsDir: resolve(values.CONSOLE_CERTS_DIR) },
      }),
    },
    storage: storageOf(values),
    ...(values.STOWAGE_PUBLIC_STORAGE_URL && {
      publicStorageUrl: values.STOWAGE_PUBLIC_STORAGE_URL,
    }),
    session: sessionOf(values),
    identityProviders: readIdentityProviders(env),
    ldap: values.CONSOLE_LDAP_ENABLED,
    metrics: metricsOf(values),
    transfers: {
      uploads: values.CONSOLE_MAX_CONCURRENT_UPLOADS,
      downloads: values.CONSOLE_MAX_CONCURRENT_DOWNLOADS,
    },
    allowLinkLocal: values.STOWAGE_ALLOW_LINK_LOCAL,
    dataDir: values.STOWAGE_DATA_DIR,
    ...(values.STOWAGE_DATABASE_URL && { databaseUrl: values.STOWAGE_DATABASE_URL }),
    audit: { days: values.STOWAGE_AUDIT_DAYS, bytes: values.STOWAGE_AUDIT_GIB * 1024 ** 3 },
    logLevel: values.STOWAGE_LOG_LEVEL,
  };
}

function storageOf(values: Values<typeof SETTINGS>): Config['storage'] {
  const region = values.CONSOLE_MINIO_REGION;
  if (values.CONSOLE_MINIO_SERVER) {
    const { CONSOLE_MINIO_SERVER: url, STOWAGE_STORAGE_CA: ca } = values;
    return { kind: 'server', url, region, ...(ca !== undefined && { ca }) };
  }
  const { STOWAGE_ROOT_USER: user, STOWAGE_ROOT_PASSWORD: password } = values;
  const root = bothOrNone('STOWAGE_ROOT_USER', user, 'STOWAGE_ROOT_PASSWORD', password);
  return {
    kind: 'embedded',
    region,
    embedded: {
      host: values.STOWAGE_STORAGE_HOST,
      port: values.STOWAGE_STORAGE_PORT,
      drives: values.STOWAGE_DRIVES,
      ...(root && { root: { user: root[0], password: root[1] } }),
    },
  };
}

function metricsOf(values: Values<typeof SETTINGS>): MetricsConfig {
  const { CONSOLE_PROMETHEUS_URL: url, CONSOLE_PROMETHEUS_JOB_ID: job } = values;
  const auth = prometheusAuth(values);
  const keys = bothOrNone(
    'STOWAGE_METRICS_ACCESS_KEY',
    values.STOWAGE_METRICS_ACCESS_KEY,
    'STOWAGE_METRICS_SECRET_KEY',
    values.STOWAGE_METRICS_SECRET_KEY,
  );
  const token = values.STOWAGE_METRICS_TOKEN;
  return {
    ...(url !== undefined && { prometheus: { url, job, ...(auth && { auth }) } }),
    ...(keys && { keys: { accessKey: keys[0], secretKey: keys[1] } }),
    ...(token !== undefined && { token }),
  };
}

function prometheusAuth(values: Values<typeof SETTINGS>) {
  const token = values.CONSOLE_PROMETHEUS_AUTH_TOKEN;
  const pair = bothOrNone(
    'CONSOLE_PROMETHEUS_AUTH_USERNAME',
    values.CONSOLE_PROMETHEUS_AUTH_USERNAME,
    'CONSOLE_PROMETHEUS_AUTH_PASSWORD',
    values.CONSOLE_PROMETHEUS_AUTH_PASSWORD,
  );
  if (token !== undefined && pair) {
    throw new ConfigError(
      'CONSOLE_PROMETHEUS_AUTH_TOKEN is set: expected no CONSOLE_PROMETHEUS_AUTH_USERNAME beside it.',
    );
  }
  if (token !== undefined) return { token };
  return pair && { username: pair[0], password: pair[1] };
}

function sessionOf(values: Values<typeof SETTINGS>): Config['session'] {
  const { CONSOLE_PBKDF_PASSPHRASE: secret, CONSOLE_PBKDF_SALT: salt } = values;
  const pair = bothOrNone('CONSOLE_PBKDF_PASSPHRASE', secret, 'CONSOLE_PBKDF_SALT', salt);
  return {
    stsSeconds: values.CONSOLE_STS_DURATION,
    ...(pair && { passphrase: { secret: pair[0], salt: pair[1] } }),
  };
}

function bothOrNone(
  firstName: string,
  first: string | undefined,
  secondName: string,
  second: string | undefined,
): readonly [string, string] | undefined {
  if (first !== undefined && second !== undefined) return [first, second];
  if (first === undefined && second === undefined) return undefined;
  const missing = first === undefined ? firstName : secondName;
  throw new ConfigError(`${missing} is not set: expected both ${firstName} and ${secondName}.`);
}

/** What `--help` prints. */
export function configHelp(): string {
  return `Stowage is configured by environment variables:\n\n${describeSettings({ ...SETTINGS, ...PROVIDER_SETTINGS })}\n`;
}

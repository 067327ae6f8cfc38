import { resolve } from 'node:path';
import { z } from 'zod';
import { parseDuration } from './duration.ts';
import { setting } from './setting.ts';

const text = z.string();
const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.int().max(65_535));
const portExpected = 'a port number from 0 to 65535';
const count = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number)
  .pipe(z.int().min(1).max(1000));
const countExpected = 'a whole number from 1 to 1000';
const hostName = z.string().regex(/^[A-Za-z0-9.:[\]_-]{1,255}$/);
const bareHostName = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,255}$/)
  .toLowerCase();
const hostExpected = 'a host name or an IP address';

const subpath = z
  .string()
  .regex(/^\/?([A-Za-z0-9._~-]+\/)*[A-Za-z0-9._~-]*\/?$/)
  .refine((path) => !path.split('/').some((part) => part === '.' || part === '..'))
  .transform((path) => `/${path}/`.replace(/\/+/g, '/'));

const serverUrl = z
  .string()
  .refine(isServerUrl)
  .transform((url) => new URL(url).origin);

function isServerUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, pathname, search, hash, username, password } = new URL(value);
  const isPlain = search === '' && hash === '' && username === '' && password === '';
  return isPlain && pathname === '/' && (protocol === 'http:' || protocol === 'https:');
}

const metricsUrl = z.string().refine((value) => {
  if (!URL.canParse(value)) return false;
  const { protocol, search, hash, username, password } = new URL(value);
  const isPlain = search === '' && hash === '' && username === '' && password === '';
  return isPlain && (protocol === 'http:' || protocol === 'https:');
});

const TLS_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];

const databaseUrl = z.string().refine((value) => {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, pathname, searchParams } = new URL(value);
  const mode = searchParams.get('sslmode');
  return (
    (protocol === 'postgres:' || protocol === 'postgresql:') &&
    (hostname !== '' || searchParams.has('host')) &&
    pathname.length > 1 &&
    (mode === null || TLS_MODES.includes(mode))
  );
});

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);

const drives = z.union([
  z
    .string()
    .regex(/^\d{1,2}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(32)),
  z.string().regex(/[/\\]/).pipe(list).pipe(z.array(z.string()).min(1).max(32)),
]);

const stsSeconds = z
  .string()
  .transform(parseDuration)
  .pipe(
    z
      .int()
      .min(900)
      .max(7 * 24 * 3600),
  );

/** Every environment variable that the console reads. */
export const SETTINGS = {
  CONSOLE_MINIO_SERVER: setting({
    schema: serverUrl,
    expected: 'an address such as https://storage.example.net:9000, without user and path',
    help: 'The storage server to manage. Without it an embedded one is started.',
  }),
  CONSOLE_MINIO_REGION: setting({
    schema: text.regex(/^[A-Za-z0-9-]{1,64}$/),
    expected: 'a region name',
    fallback: 'us-east-1',
    help: 'The region that requests to the storage server are signed for.',
  }),
  STOWAGE_STORAGE_CA: setting({
    schema: text.transform((path) => resolve(path)),
    expected: 'a file with certificates in PEM',
    help: 'Authorities, besides the well-known ones, that the certificate of the storage server may come from.',
  }),
  STOWAGE_PUBLIC_STORAGE_URL: setting({
    schema: serverUrl,
    expected: 'an address such as https://storage.example.net:9000, without user and path',
    help: 'Where browsers reach the storage server themselves: the host of share links, and where large files are sent to without going through the console.',
  }),
  CONSOLE_HOSTNAME: setting({
    schema: hostName,
    expected: hostExpected,
    fallback: '127.0.0.1',
    help: 'The address that the console listens on.',
  }),
  CONSOLE_PORT: setting({
    schema: port,
    expected: portExpected,
    fallback: '9090',
    help: 'The port of the console.',
  }),
  CONSOLE_TLS_PORT: setting({
    schema: port,
    expected: portExpected,
    fallback: '9443',
    help: 'The port of the console over TLS, when CONSOLE_CERTS_DIR is set.',
  }),
  CONSOLE_CERTS_DIR: setting({
    schema: text,
    expected: 'a directory that holds public.crt and private.key',
    help: 'Serves the console over TLS with this certificate and key, and redirects there from CONSOLE_PORT.',
  }),
  CONSOLE_SUBPATH: setting({
    schema: subpath,
    expected: 'a path such as /console/',
    fallback: '/',
    help: 'The path under which a reverse proxy serves the console.',
  }),
  CONSOLE_STS_DURATION: setting({
    schema: stsSeconds,
    expected: 'a duration from 15m to 168h, such as 12h or 1h30m',
    fallback: '12h',
    help: 'How long temporary credentials are valid, and how long an unused session lasts.',
  }),
  CONSOLE_LDAP_ENABLED: setting({
    schema: z.enum(['on', 'off', 'true', 'false']).transform((value) => /on|true/.test(value)),
    expected: 'on or off',
    fallback: 'off',
    help: 'Whether users of the directory (LDAP) that the storage server asks log in with their names and passwords.',
  }),
  CONSOLE_MAX_CONCURRENT_UPLOADS: setting({
    schema: count,
    expected: countExpected,
    fallback: '10',
    help: 'How many files one browser uploads at the same time.',
  }),
  CONSOLE_MAX_CONCURRENT_DOWNLOADS: setting({
    schema: count,
    expected: countExpected,
    fallback: '20',
    help: 'How many files one browser downloads at the same time.',
  }),
  CONSOLE_PBKDF_PASSPHRASE: setting({
    schema: text.min(8),
    expected: 'at least 8 characters',
    secret: true,
    help: 'Sessions are encrypted with a key made from it. Without it a key is kept in the data directory.',
  }),
  CONSOLE_PBKDF_SALT: setting({
    schema: text.min(8),
    expected: 'at least 8 characters',
    secret: true,
    help: 'The salt that goes with CONSOLE_PBKDF_PASSPHRASE.',
  }),
  CONSOLE_PROMETHEUS_URL: setting({
    schema: metricsUrl,
    expected: 'an address such as https://prometheus.example.net:9090, without user and query',
    help: 'A Prometheus that scrapes the storage server: the dashboard takes its values from there. Without it the console reads and keeps metrics itself.',
  }),
  CONSOLE_PROMETHEUS_JOB_ID: setting({
    schema: text.regex(/^[^\p{Cc}]{1,200}$/u),
    expected: 'the name of a job, at most 200 characters',
    fallback: 'minio-job',
    help: 'The job by which that Prometheus scrapes the storage server. Jobs with -node, -cluster or -bucket after it count too.',
  }),
  CONSOLE_PROMETHEUS_AUTH_TOKEN: setting({
    schema: text.regex(/^[\x21-\x7e]{1,8192}$/),
    expected: 'a bearer token without blanks',
    secret: true,
    help: 'The bearer token that the console shows to Prometheus.',
  }),
  CONSOLE_PROMETHEUS_AUTH_USERNAME: setting({
    schema: text.regex(/^[^:\p{Cc}]{1,1024}$/u),
    expected: 'a name without a colon',
    help: 'The name that the console logs in to Prometheus with.',
  }),
  CONSOLE_PROMETHEUS_AUTH_PASSWORD: setting({
    schema: text.max(1024),
    expected: 'at most 1024 characters',
    secret: true,
    help: 'The password that goes with CONSOLE_PROMETHEUS_AUTH_USERNAME.',
  }),
  STOWAGE_METRICS_ACCESS_KEY: setting({
    schema: text.regex(/^[^\s=,]{3,128}$/),
    expected: 'at least 3 characters without blanks, commas and equals signs',
    help: 'An access key of the storage server that may do admin:Prometheus: the console reads its metrics with it. Without it, only while somebody is logged in who may.',
  }),
  STOWAGE_METRICS_SECRET_KEY: setting({
    schema: text.min(8).max(1024),
    expected: 'at least 8 characters',
    secret: true,
    help: 'The secret that goes with STOWAGE_METRICS_ACCESS_KEY.',
  }),
  STOWAGE_METRICS_TOKEN: setting({
    schema: text.regex(/^[\x21-\x7e]{16,1024}$/),
    expected: 'at least 16 characters without blanks',
    secret: true,
    help: "The bearer token for the console's own metrics at /api/metrics. Without it they are told to this machine only.",
  }),
  STOWAGE_DATA_DIR: setting({
    schema: text.transform((path) => resolve(path)),
    expected: 'a directory',
    fallback: './data',
    help: 'Where the console keeps its state and the embedded storage its drives.',
  }),
  STOWAGE_DATABASE_URL: setting({
    schema: databaseUrl,
    expected:
      'an address such as postgres://user:password@db.example.net:5432/stowage?sslmode=verify-full',
    secret: true,
    help: 'A PostgreSQL database of its own for the state of several consoles. Without it one console keeps its state in the data directory.',
  }),
  STOWAGE_STORAGE_HOST: setting({
    schema: hostName,
    expected: hostExpected,
    fallback: '127.0.0.1',
    help: 'The address that the embedded storage listens on.',
  }),
  STOWAGE_STORAGE_PORT: setting({
    schema: port,
    expected: portExpected,
    fallback: '9000',
    help: 'The port of the embedded storage.',
  }),
  STOWAGE_ROOT_USER: setting({
    schema: text.regex(/^[^\s=,]{3,128}$/),
    expected: 'at least 3 characters without blanks, commas and equals signs',
    help: 'The root user of the embedded storage. Generated at first start when unset.',
  }),
  STOWAGE_ROOT_PASSWORD: setting({
    schema: text.min(8).max(1024),
    expected: 'at least 8 characters',
    secret: true,
    help: 'The password of the root user. Generated at first start when unset.',
  }),
  STOWAGE_DRIVES: setting({
    schema: drives,
    expected: 'a number from 1 to 32 or a list of directories, separated by commas',
    fallback: '4',
    help: 'The drives of the embedded storage: how many directories to keep in the data directory, or which.',
  }),
  STOWAGE_TRUSTED_PROXIES: setting({
    schema: list.pipe(z.array(z.string().regex(/^[0-9A-Fa-f.:]+(\/\d{1,3})?$/))),
    expected: 'IP addresses or networks such as 10.0.0.0/8, separated by commas',
    help: 'Reverse proxies, besides those on this machine, whose X-Forwarded headers are believed.',
  }),
  STOWAGE_ALLOW_LINK_LOCAL: setting({
    schema: z.enum(['true', 'false']).transform((value) => value === 'true'),
    expected: 'true or false',
    fallback: 'false',
    help: 'Whether the console may connect to link-local and cloud metadata addresses that an administrator names as a remote server.',
  }),
  STOWAGE_ALLOWED_HOSTS: setting({
    schema: list.pipe(z.array(bareHostName)),
    expected: 'host names such as console.example.net, without ports, separated by commas',
    help: 'Names under which browsers reach the console, besides localhost, CONSOLE_HOSTNAME and, where it listens on other than loopback, IP addresses. Requests to others are refused.',
  }),
  STOWAGE_AUDIT_DAYS: setting({
    schema: z
      .string()
      .regex(/^\d{1,4}$/)
      .transform(Number)
      .pipe(z.int().min(1).max(3650)),
    expected: 'a whole number from 1 to 3650',
    fallback: '90',
    help: 'How many days audit records are kept.',
  }),
  STOWAGE_AUDIT_GIB: setting({
    schema: z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .pipe(z.int().min(1)),
    expected: 'a whole number from 1 to 99999',
    fallback: '10',
    help: 'How much room audit records may take, in GiB; the oldest go first.',
  }),
  STOWAGE_LOG_LEVEL: setting({
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    expected: 'one of fatal, error, warn, info, debug, trace, silent',
    fallback: 'info',
    help: 'The least severe messages that are logged.',
  }),
};

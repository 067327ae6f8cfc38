import { describe, expect, it } from 'vitest';
import { configHelp, readConfig } from './config.ts';
import { ConfigError } from './setting.ts';

function messageOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('readConfig', () => {
  it('listens on this machine only and starts the embedded storage when nothing is set', () => {
    const config = readConfig({});
    expect(config.web).toEqual({
      host: '127.0.0.1',
      port: 9090,
      subpath: '/',
      trustedProxies: [],
      allowedHosts: [],
    });
    expect(config.storage).toEqual({
      kind: 'embedded',
      region: 'us-east-1',
      embedded: { host: '127.0.0.1', port: 9000, drives: 4 },
    });
    expect(config.session).toEqual({ stsSeconds: 12 * 3600 });
    expect(config.transfers).toEqual({ uploads: 10, downloads: 20 });
    expect(config.dataDir).toMatch(/\/data$/);
  });

  it('manages the named server instead of starting one', () => {
    const { storage } = readConfig({
      CONSOLE_MINIO_SERVER: 'https://s3.example.net:9000/',
      CONSOLE_MINIO_REGION: 'eu-west-2',
    });
    expect(storage).toEqual({
      kind: 'server',
      url: 'https://s3.example.net:9000',
      region: 'eu-west-2',
    });
  });

  it.each([
    ['/', '/'],
    ['console', '/console/'],
    ['/a/b', '/a/b/'],
    ['/a/b/', '/a/b/'],
  ])('reads the subpath %s as %s', (given, subpath) => {
    expect(readConfig({ CONSOLE_SUBPATH: given }).web.subpath).toBe(subpath);
  });

  it.each([
    ['12h', 43_200],
    ['1h30m', 5400],
    ['900', 900],
    ['7d', 604_800],
  ])('reads the duration %s', (given, seconds) => {
    expect(readConfig({ CONSOLE_STS_DURATION: given }).session.stsSeconds).toBe(seconds);
  });

  it('takes drives as a number or as directories', () => {
    const drivesOf = (given: string) => {
      const { storage } = readConfig({ STOWAGE_DRIVES: given });
      return storage.kind === 'embedded' ? storage.embedded.drives : undefined;
    };
    expect(drivesOf('1')).toBe(1);
    expect(drivesOf('/mnt/a, /mnt/b')).toEqual(['/mnt/a', '/mnt/b']);
  });

  it('serves TLS only where a certificate directory is named', () => {
    expect(readConfig({ CONSOLE_TLS_PORT: '443' }).web.tls).toBeUndefined();
    expect(readConfig({ CONSOLE_CERTS_DIR: '/certs' }).web.tls).toEqual({
      port: 9443,
      certsDir: '/certs',
    });
  });

  it('reads host names in lower case, and no ports with them', () => {
    const { web } = readConfig({ STOWAGE_ALLOWED_HOSTS: 'Console.Example.net, localhost' });
    expect(web.allowedHosts).toEqual(['console.example.net', 'localhost']);
    expect(messageOf({ STOWAGE_ALLOWED_HOSTS: 'console:9090' })).toBe(
      "STOWAGE_ALLOWED_HOSTS is 'console:9090': expected host names such as console.example.net, without ports, separated by commas.",
    );
  });

  it('counts a variable that is set to nothing as unset', () => {
    expect(readConfig({ CONSOLE_PORT: '' }).web.port).toBe(9090);
  });

  it.each([
    [{ CONSOLE_PORT: '70000' }, "CONSOLE_PORT is '70000': expected a port number from 0 to 65535."],
    [{ CONSOLE_PORT: 'http' }, "CONSOLE_PORT is 'http': expected a port number from 0 to 65535."],
    [
      { CONSOLE_MINIO_SERVER: 'storage.example.net' },
      "CONSOLE_MINIO_SERVER is 'storage.example.net': expected an address such as https://storage.example.net:9000, without user and path.",
    ],
    [
      { CONSOLE_MINIO_SERVER: 'https://admin:hunter2@storage.example.net' },
      "CONSOLE_MINIO_SERVER is 'https://…@storage.example.net': expected an address such as https://storage.example.net:9000, without user and path.",
    ],
    [
      { CONSOLE_STS_DURATION: '5m' },
      "CONSOLE_STS_DURATION is '5m': expected a duration from 15m to 168h, such as 12h or 1h30m.",
    ],
    [
      { STOWAGE_LOG_LEVEL: 'loud' },
      "STOWAGE_LOG_LEVEL is 'loud': expected one of fatal, error, warn, info, debug, trace, silent.",
    ],
    [
      { CONSOLE_SUBPATH: '/a/../b' },
      "CONSOLE_SUBPATH is '/a/../b': expected a path such as /console/.",
    ],
    [
      { STOWAGE_DRIVES: '0' },
      "STOWAGE_DRIVES is '0': expected a number from 1 to 32 or a list of directories, separated by commas.",
    ],
    [
      { STOWAGE_ROOT_USER: 'admin' },
      'STOWAGE_ROOT_PASSWORD is not set: expected both STOWAGE_ROOT_USER and STOWAGE_ROOT_PASSWORD.',
    ],
  ])('says in one line what is wrong with %o', (env, message) => {
    expect(messageOf(env)).toBe(message);
  });

  it.each([
    'postgres://stowage:p%40ss@db.example.net:5432/stowage?sslmode=verify-full',
    'postgresql://db.example.net/stowage',
    'postgres:///stowage?host=/var/run/postgresql',
  ])('keeps the state in the database %s', (url) => {
    expect(readConfig({ STOWAGE_DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  it.each([
    'mysql://db.example.net/stowage',
    'postgres://stowage:word@db.example.net',
    'postgres:///stowage',
    'postgres://stowage:word@db.example.net/stowage?sslmode=on',
    'host=db.example.net password=word',
  ])('takes no other database, and does not repeat its password: %s', (url) => {
    expect(messageOf({ STOWAGE_DATABASE_URL: url })).toBe(
      'STOWAGE_DATABASE_URL has a wrong value: expected an address such as postgres://user:password@db.example.net:5432/stowage?sslmode=verify-full.',
    );
  });

  it('never repeats a secret in a message', () => {
    const message = messageOf({ STOWAGE_ROOT_USER: 'admin', STOWAGE_ROOT_PASSWORD: 'hunter2' });
    expect(message).toBe(
      'STOWAGE_ROOT_PASSWORD has a wrong value: expected at least 8 characters.',
    );
  });
});

describe('configHelp', () => {
  it('lists every setting with its meaning and default', () => {
    const help = configHelp();
    for (const name of ['CONSOLE_MINIO_SERVER', 'CONSOLE_SUBPATH', 'STOWAGE_DRIVES']) {
      expect(help).toContain(`  ${name}\n`);
    }
    expect(help).toContain('(a port number from 0 to 65535; default 9090)');
  });
});

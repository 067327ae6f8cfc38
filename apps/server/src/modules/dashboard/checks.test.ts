import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import type { AccountBucket, ServerInfo } from '@stowage/storage-client/admin';
import { StorageRequestError } from '@stowage/storage-client/errors';
import { describe, expect, it } from 'vitest';
import { quotaFindings, replicationFindings } from './bucket-checks.ts';
import { certificateCheck } from './certificates.ts';
import { sizeClasses, versionClasses } from './histograms.ts';
import { keyFindings, withNames } from './key-check.ts';
import { driveFindings, serverFindings, spaceFindings, targetFindings } from './server-checks.ts';

const SIGNAL = new AbortController().signal;
const DAY = 86_400_000;
const missing = (code: string) => new StorageRequestError({ code, status: 404, message: code });
const NOW = Date.parse('2026-11-22T12:00:00Z');

const info = (server: object, more: object = {}) =>
  ({
    servers: [{ endpoint: 's:9000', state: 'online', drives: [], ...server }],
    notificationTargets: [],
    ...more,
  }) as unknown as ServerInfo;
const drive = (more: object) => ({
  path: '/d',
  state: 'ok',
  healing: false,
  usedSpace: 1,
  totalSpace: 10,
  ...more,
});

describe('what is wrong with servers and drives', () => {
  it('is nothing when all is well', () => {
    const well = info({ drives: [drive({})] });
    const all = [serverFindings, driveFindings, spaceFindings, targetFindings];
    expect(all.flatMap((check) => check(well))).toEqual([]);
  });

  it.each([
    ['offline', 'critical'],
    ['initializing', 'warning'],
  ])('is a server that is %s', (state, severity) => {
    expect(serverFindings(info({ state }))).toMatchObject([
      { kind: 'serverOffline', severity, server: 's:9000', state },
    ]);
  });

  it('is a drive that is away, and one that is being filled', () => {
    const drives = [drive({ state: 'offline' }), drive({ path: '/e', healing: true })];
    expect(driveFindings(info({ drives }))).toMatchObject([
      { kind: 'driveOffline', severity: 'critical', drive: '/d', state: 'offline' },
      { kind: 'driveHealing', severity: 'warning', drive: '/e' },
    ]);
  });

  it('is named by its address where its server is away', () => {
    const drives = [drive({ path: '', endpoint: 'http://b/d1', state: 'offline' })];
    expect(driveFindings(info({ drives }))).toMatchObject([
      { kind: 'driveOffline', drive: 'http://b/d1' },
    ]);
  });

  it.each([
    [79, []],
    [80, ['warning']],
    [89, ['warning']],
    [90, ['critical']],
  ])('is a drive of which %i % are in use: %j', (usedSpace, severities) => {
    const found = spaceFindings(info({ drives: [drive({ usedSpace, totalSpace: 100 })] }));
    expect(found.map(({ severity }) => severity)).toEqual(severities);
  });

  it('is no drive without a size', () => {
    expect(spaceFindings(info({ drives: [drive({ usedSpace: 0, totalSpace: 0 })] }))).toEqual([]);
  });

  it('is a target of events that cannot be reached', () => {
    const notificationTargets = [
      { service: 'webhook', id: 'a', online: false },
      { service: 'redis', id: 'b', online: true },
    ];
    expect(targetFindings(info({}, { notificationTargets }))).toMatchObject([
      { service: 'webhook', id: 'a' },
    ]);
  });
});

describe('what is wrong with buckets', () => {
  const bucket = (size: number, details: object) =>
    ({ name: 'b', size, details }) as unknown as AccountBucket;

  it.each([
    [79, []],
    [80, ['warning']],
    [95, ['critical']],
    [120, ['critical']],
  ])('is one that holds %i % of its quota: %j', (size, severities) => {
    expect(quotaFindings([bucket(size, { quota: 100 })]).map(({ severity }) => severity)).toEqual(
      severities,
    );
    expect(quotaFindings([bucket(size, {})])).toEqual([]);
  });

  it('is a target that is away, and versions that wait or failed lately', async () => {
    const port = (pending: number, failed: number, online: boolean) => ({
      admin: {
        listRemoteTargets: async () => [{ arn: 'arn:1', endpoint: 'r:9000', online }] as never,
      },
      s3: {
        getReplicationMetrics: async () => ({
          pending: { objects: pending, size: pending },
          targets: {
            'arn:1': {
              replicated: { objects: 0, size: 0 },
              failed: { objects: 999, size: 999 },
              failedLately: { objects: failed, size: failed },
            },
          },
        }),
      },
    });
    const replicated = [bucket(1, { replication: true }), bucket(1, { replication: false })];
    const kinds = async (...of: Parameters<typeof port>) =>
      (await replicationFindings(port(...of), replicated, SIGNAL)).map(({ kind }) => kind);
    expect(await kinds(5, 0, true)).toEqual([]);
    expect(await kinds(100, 0, true)).toEqual(['replicationBehind']);
    expect(await kinds(0, 1, true)).toEqual(['replicationBehind']);
    expect(await kinds(0, 0, false)).toEqual(['replicationTargetOffline']);
  });

  it('are told of the others where one is deleted while they are looked at', async () => {
    const lists = { admin: { listRemoteTargets: async () => [{ arn: 'arn:1', online: false }] } };
    const gone = async ({ bucket: name }: { readonly bucket: string }) => {
      if (name === 'gone') throw missing('NoSuchBucket');
      return { pending: { objects: 0, size: 0 }, targets: {} };
    };
    const port = { ...lists, s3: { getReplicationMetrics: gone } };
    const replicated = ['gone', 'kept'].map((name) => ({
      ...bucket(1, { replication: true }),
      name,
    }));
    expect(await replicationFindings(port as never, replicated, SIGNAL)).toMatchObject([
      { kind: 'replicationTargetOffline', bucket: 'kept' },
    ]);
  });
});

describe('access keys that expire', () => {
  it('are told from two weeks before until two weeks after, the next one first', () => {
    const key = (accessKey: string, days: number | undefined, enabled = true) => ({
      ...{ accessKey, name: '', parent: '', description: '', enabled, impliedPolicy: true },
      expiration: days === undefined ? undefined : new Date(NOW + days * DAY).toISOString(),
    });
    const found = keyFindings(
      {
        owner: [key('later', 15), key('soon', 10), key('never', undefined), key('off', 1, false)],
        other: [key('now', 1), key('ended', -3), key('long-ago', -20)],
      },
      NOW,
    );
    expect(found.map(({ accessKey, severity, owner }) => [accessKey, severity, owner])).toEqual([
      ['ended', 'critical', 'other'],
      ['now', 'critical', 'other'],
      ['soon', 'warning', 'owner'],
    ]);
  });

  it('are no finding any more where they are gone when their names are asked for', async () => {
    const key = (accessKey: string) => ({
      ...({
        kind: 'accessKeyExpires',
        severity: 'warning',
        accessKey,
        name: '',
        owner: 'eve',
      } as const),
      expiresAt: new Date(NOW + DAY).toISOString(),
    });
    const getServiceAccount = async ({ accessKey }: { readonly accessKey: string }) => {
      if (accessKey === 'gone') throw missing('XMinioInvalidIAMCredentials');
      return { name: 'backup' } as never;
    };
    const named = await withNames({ getServiceAccount }, [key('gone'), key('kept')], SIGNAL);
    expect(named).toMatchObject([{ accessKey: 'kept', name: 'backup' }]);
  });
});

describe('certificates that expire', () => {
  const certs = new URL('../../testing/certs/issued/', import.meta.url);

  it('are the one that the console has and the one that the storage server shows', async () => {
    const [cert, key] = await Promise.all(
      ['public.crt', 'private.key'].map((name) => readFile(new URL(name, certs))),
    );
    const server = createServer({ cert, key }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      const check = certificateCheck({
        console: { certsDir: certs.pathname, host: 'console:9443' },
        storage: () => `https://${host}`,
      });
      const far = await check(Date.parse('2020-01-01T00:00:00Z'), SIGNAL);
      expect(far).toEqual([]);
      const ended = await check(Date.parse('2999-01-01T00:00:00Z'), SIGNAL);
      expect(ended).toMatchObject([
        {
          of: 'console',
          host: 'console:9443',
          severity: 'critical',
          expiresAt: expect.any(String),
        },
        { of: 'storage', host, severity: 'critical' },
      ]);
    } finally {
      server.close();
    }
  });

  it('cannot be looked at where nothing answers; without TLS there is none', async () => {
    const away = certificateCheck({ storage: () => 'https://127.0.0.1:1' });
    await expect(away(NOW, SIGNAL)).rejects.toThrow();
    expect(await certificateCheck({ storage: () => 'http://127.0.0.1:1' })(NOW, SIGNAL)).toEqual(
      [],
    );
  });
});

describe('histograms', () => {
  it('have seven classes, also of a server that tells finer ones instead of or beside them', () => {
    const finer = { BETWEEN_1024_B_AND_64_KB: 2, BETWEEN_512_KB_AND_1_MB: 3 };
    const objects = (counts: Record<string, number>) => sizeClasses([counts])[1]?.objects;
    expect(objects(finer)).toBe(5);
    expect(objects({ ...finer, BETWEEN_1024B_AND_1_MB: 5 })).toBe(5);
    expect(sizeClasses([])).toHaveLength(7);
  });

  it('have no versions where nobody counts them', () => {
    expect(versionClasses([{}])).toEqual([]);
    expect(versionClasses([{ SINGLE_VERSION: 2 }, {}])[1]).toEqual({
      range: 'SINGLE_VERSION',
      from: 1,
      below: 2,
      objects: 2,
    });
  });
});

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeVersioned, rulesXml, setRules, setTarget, targetOf } from '../testing/replication.ts';
import {
  addPolicy,
  addUser,
  errorOf,
  ROOT,
  seal,
  startTestStorage,
  type TestStorage,
} from '../testing/test-storage.ts';

let source: TestStorage;
let target: TestStorage;
const SECRET = 'the-secret-of-the-replicator';
const USER = { accessKey: 'replicator', secretKey: SECRET };
let arn: string;

beforeAll(async () => {
  [source, target] = await Promise.all([startTestStorage(), startTestStorage()]);
  for (const bucket of ['source', 'other']) {
    await makeVersioned(source, bucket);
  }
  await makeVersioned(target, 'replicas');
  await target.call({ method: 'PUT', path: '/unversioned' });
  await source.call({ method: 'PUT', path: '/plain' });
  await addUser(target, USER, 'readwrite');
  arn = JSON.parse((await setTarget(source, mine())).text);
});

afterAll(async () => {
  await Promise.all([source.close(), target.close()]);
});

const mine = (change: object = {}): object =>
  targetOf(target.url, { credentials: USER, ...change });
const list = async (query = 'bucket=source&type=replication') =>
  source.call({ path: `/minio/admin/v3/list-remote-targets?${query}` });
const remove = (name: string, bucket = 'source') =>
  source.call({
    method: 'DELETE',
    path: `/minio/admin/v3/remove-remote-target?bucket=${bucket}&arn=${encodeURIComponent(name)}`,
  });

describe('a remote target', () => {
  it('has an ARN, the same one when it is set again', async () => {
    expect(arn).toMatch(/^arn:minio:replication::[0-9a-f-]{36}:replicas$/);
    expect(JSON.parse((await setTarget(source, mine())).text)).toBe(arn);
  });

  it('is listed without secrets, for its bucket and for all', async () => {
    const { text } = await list();
    expect(JSON.parse(text)).toMatchObject([
      {
        arn,
        sourcebucket: 'source',
        targetbucket: 'replicas',
        endpoint: new URL(target.url).host,
        credentials: { accessKey: 'replicator' },
        type: 'replication',
        secure: false,
      },
    ]);
    expect(text).not.toContain(SECRET);
    expect(JSON.parse((await list('bucket=&type=')).text)).toHaveLength(1);
    expect(JSON.parse((await list('bucket=source&type=ilm')).text)).toEqual([]);
    expect(JSON.parse((await list('bucket=other')).text)).toEqual([]);
    expect(errorOf(await list('bucket=none'))).toBe('404 NoSuchBucket');
  });

  it('is kept with its credentials sealed, and works after a restart', async () => {
    for (const folder of ['storage', 'drive-1', 'drive-2']) {
      const names = await readdir(join(source.folder, folder), {
        recursive: true,
        withFileTypes: true,
      });
      for (const file of names.filter((name) => name.isFile())) {
        const bytes = await readFile(join(file.parentPath, file.name));
        expect([file.name, bytes.includes(SECRET)]).toEqual([file.name, false]);
      }
    }
    await source.restart();
    expect((await setRules(source, rulesXml({ arn }))).status).toBe(200);
  });

  it.each<[string, object, string]>([
    [
      'another bucket on the same server',
      { targetbucket: 'second' },
      '404 XMinioAdminRemoteTargetNotFoundError',
    ],
    ['no such bucket', { targetbucket: 'none' }, '404 XMinioAdminRemoteTargetNotFoundError'],
    ['no versions there', { targetbucket: 'unversioned' }, '400 RemoteTargetNotVersionedError'],
    [
      'a wrong secret',
      { credentials: { ...USER, secretKey: 'wrong-secret' }, targetbucket: 'unversioned' },
      '503 XMinioAdminReplicationRemoteConnectionError',
    ],
    [
      'nobody there',
      { endpoint: '127.0.0.1:1' },
      '503 XMinioAdminReplicationRemoteConnectionError',
    ],
    [
      'TLS where there is none',
      { secure: true },
      '503 XMinioAdminReplicationRemoteConnectionError',
    ],
    [
      'a slow limit',
      { targetbucket: 'unversioned', bandwidthlimit: 99_999_999 },
      '400 XMinioAdminReplicationBandwidthLimitError',
    ],
    ['another type', { type: 'ilm' }, '400 XMinioAdminConfigBadJSON'],
    ['a path as its host', { endpoint: 'host/../admin' }, '400 XMinioAdminConfigBadJSON'],
    ['an address with a user', { endpoint: 'user@host' }, '400 XMinioAdminConfigBadJSON'],
    ['a port that is none', { endpoint: 'host:99999' }, '400 XMinioAdminConfigBadJSON'],
    ['no endpoint', { endpoint: '' }, '400 XMinioAdminConfigBadJSON'],
    ['a bucket that is none', { targetbucket: '../x' }, '400 XMinioAdminConfigBadJSON'],
    [
      'a key with line breaks',
      { credentials: { accessKey: 'a\r\nb' } },
      '400 XMinioAdminConfigBadJSON',
    ],
    ['a region with line breaks', { region: 'a\r\nb' }, '400 XMinioAdminConfigBadJSON'],
    ['an amount that is none', { bandwidthlimit: 'all' }, '400 XMinioAdminConfigBadJSON'],
  ])('is refused: %s', async (_, change, error) => {
    expect(errorOf(await setTarget(source, mine(change)))).toBe(error);
  });

  it('is refused when it is the bucket itself, by whatever name', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const endpoint = `${host}:${new URL(source.url).port}`;
      const itself = { endpoint, targetbucket: 'source', credentials: ROOT };
      expect(errorOf(await setTarget(source, mine(itself)))).toBe(
        '400 XMinioAdminRemoteIdenticalToSource',
      );
    }
  });

  it('is refused for buckets that do not keep versions or are not there', async () => {
    expect(errorOf(await setTarget(source, mine(), 'bucket=plain'))).toBe(
      '400 ReplicationSourceNotVersionedError',
    );
    expect(errorOf(await setTarget(source, mine(), 'bucket=none'))).toBe('404 NoSuchBucket');
  });

  it('changes in what an update names', async () => {
    const wanted = mine({ arn, replicationSync: true, bandwidthlimit: 200_000_000 });
    const update = (query: string, change: object = {}) =>
      setTarget(source, { ...wanted, ...change }, `bucket=source&update=true${query}`);
    expect((await update('&bandwidth=true')).status).toBe(200);
    expect(JSON.parse((await list()).text)).toMatchObject([
      { bandwidthlimit: 200_000_000, replicationSync: false },
    ]);
    expect((await update('&sync=true&healthcheck=true', { healthCheckDuration: 7e9 })).status).toBe(
      200,
    );
    expect(JSON.parse((await list()).text)).toMatchObject([
      { replicationSync: true, healthCheckDuration: 7e9 },
    ]);
    const wrong = { credentials: { ...USER, secretKey: 'wrong-secret' } };
    expect(errorOf(await update('&creds=true', wrong))).toBe(
      '503 XMinioAdminReplicationRemoteConnectionError',
    );
    expect(errorOf(await update('&sync=true', { arn: `${arn}x` }))).toBe(
      '404 XMinioAdminRemoteTargetNotFoundError',
    );
  });

  it('is for those who may set targets, and seen by those who may read them', async () => {
    const narrow = { accessKey: 'narrow', secretKey: 'narrow-secret' };
    await addPolicy(source, 'targets', [
      { Effect: 'Allow', Action: ['admin:GetBucketTarget'], Resource: ['arn:aws:s3:::*'] },
    ]);
    await addUser(source, narrow, 'targets');
    const path = '/minio/admin/v3/list-remote-targets?bucket=source';
    expect((await source.call({ path, as: narrow })).status).toBe(200);
    const set = await source.call({
      method: 'PUT',
      path: '/minio/admin/v3/set-remote-target?bucket=source',
      body: await seal(mine(), narrow),
      as: narrow,
    });
    expect(errorOf(set)).toBe('403 AccessDenied');
  });

  it('stays while a rule uses it, and goes alone or with the rules', async () => {
    expect(errorOf(await remove(arn))).toBe('400 XMinioAdminRemoteRemoveDisallowed');
    expect(errorOf(await remove('arn'))).toBe('400 XMinioAdminRemoteArnInvalid');
    const disabled = rulesXml({ arn, status: 'Disabled' });
    expect((await setRules(source, disabled)).status).toBe(200);
    expect((await remove(arn)).status).toBe(204);
    expect(errorOf(await remove(arn))).toBe('404 XMinioAdminRemoteTargetNotFoundError');

    const second = JSON.parse((await setTarget(source, mine())).text);
    await setRules(source, rulesXml({ arn: second }));
    expect((await source.call({ method: 'DELETE', path: '/source?replication' })).status).toBe(200);
    expect(JSON.parse((await list()).text)).toEqual([]);
    expect(errorOf(await source.call({ path: '/source?replication' }))).toBe(
      '404 ReplicationConfigurationNotFoundError',
    );
  });
});

describe('rules', () => {
  it.each<[string, string, string]>([
    ['no target', 'arn:minio:replication::1:none', '404 XMinioAdminRemoteTargetNotFoundError'],
    ['an ARN that is none', 'arn:minio:replication:x', '400 XMinioAdminRemoteArnInvalid'],
  ])('are refused with %s', async (_, name, error) => {
    expect(errorOf(await setRules(source, rulesXml({ arn: name })))).toBe(error);
  });

  it('are refused for a bucket without versions', async () => {
    expect(errorOf(await setRules(source, rulesXml({ arn }), 'plain'))).toBe('400 InvalidRequest');
  });

  it('are refused when the bucket there is gone, or cannot lock what is locked here', async () => {
    const headers = { 'x-amz-bucket-object-lock-enabled': 'true' };
    await source.call({ method: 'PUT', path: '/locked', headers });
    await makeVersioned(target, 'short-lived');
    const made = await setTarget(source, mine({ targetbucket: 'short-lived' }), 'bucket=locked');
    const rules = rulesXml({ arn: JSON.parse(made.text) });
    expect(errorOf(await setRules(source, rules, 'locked'))).toBe(
      '400 ReplicationDestinationMissingLockError',
    );
    await target.call({ method: 'DELETE', path: '/short-lived' });
    expect(errorOf(await setRules(source, rules, 'locked'))).toBe(
      '404 RemoteDestinationNotFoundError',
    );
  });
});

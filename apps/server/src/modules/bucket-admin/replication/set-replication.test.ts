import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  makeVersioned,
  SourceBucket,
  startTwoServers,
  type TwoServers,
} from './testing/two-servers.ts';

let servers: TwoServers;
let source: SourceBucket;
let count = 0;

beforeAll(async () => {
  servers = await startTwoServers();
  await servers.there.makeBucket({ bucket: 'not-versioned' });
});
afterAll(() => servers.close());
beforeEach(async () => {
  count += 1;
  source = await SourceBucket.make(servers, count);
});

const succeeded = () => ({ originBucket: source.bucket, targetBucket: source.copy });

describe('setting replication', () => {
  it('makes target and rule, and objects arrive [API-16] [API-30]', async () => {
    expect(
      await source.state({
        prefix: 'docs/',
        tags: 'team=a%26b',
        replicateExistingObjects: true,
        healthCheckPeriod: 90,
        bandwidth: 200_000_000,
      }),
    ).toEqual([succeeded()]);
    const [rule] = await source.rules();
    expect(rule).toMatchObject({
      priority: 1,
      status: 'Enabled',
      prefix: 'docs/',
      tags: 'team=a%26b',
      delete_marker_replication: true,
      deletes_replication: true,
      metadata_replication: true,
      existing_objects: true,
      endpoint: servers.remote.endpoint,
      targetBucket: source.copy,
      syncMode: 'async',
      bandwidth: '200000000',
      healthCheckPeriod: 90,
    });
    const [target] = await source.targets();
    expect(rule.destination.bucket).toBe(target?.arn);
    await source.state();
    await servers.test.s3.putObject({
      bucket: source.bucket,
      key: 'hello',
      body: Buffer.from('hello'),
      size: 5,
    });
    await vi.waitFor(() => servers.there.headObject({ bucket: source.copy, key: 'hello' }), {
      timeout: 20_000,
      interval: 100,
    });
  });

  it('limits no bandwidth of a synchronous target [REPL-16]', async () => {
    expect(await source.state({ syncMode: 'sync', bandwidth: 5 })).toEqual([succeeded()]);
    expect((await source.rules())[0]).toMatchObject({ syncMode: 'sync', bandwidth: '0' });
  });

  it('adds no second rule that would stand above the first for the same objects', async () => {
    await source.state({ prefix: 'a/', tags: 'x=1&y=2', replicateDeleteMarkers: true });
    const [state] = await source.state({
      prefix: 'a/',
      tags: 'y=2&x=1',
      replicateDeleteMarkers: false,
    });
    expect(state?.errorString).toMatch(/The rule of priority 1 replicates these objects/);
    expect(await source.rules()).toMatchObject([{ priority: 1, delete_marker_replication: true }]);
    expect(await source.state({ prefix: 'a/', tags: 'x=1' })).toEqual([succeeded()]);
  });

  it('gives every further rule an id and a priority of its own, on the same target', async () => {
    await source.state({ prefix: 'a/' });
    await source.state({ prefix: 'b/', priority: 7 });
    await source.state({ prefix: 'c/', syncMode: 'sync' });
    const found = await source.rules();
    expect(found.map(({ priority }: { priority: number }) => priority).sort()).toEqual([1, 7, 8]);
    expect(new Set(found.map(({ id }: { id: string }) => id)).size).toBe(3);
    expect(await source.targets()).toHaveLength(1);
    // The target has the options that were set last.
    expect((await source.targets())[0]?.sync).toBe(true);
    const [{ errorString }] = await source.state({ prefix: 'd/', priority: 7 });
    expect(errorString).toMatch(/Another rule .* has this priority/);
    expect(await source.rules()).toHaveLength(3);
    expect(await source.targets()).toHaveLength(1);
  });

  it('says why another bucket on the same server is refused, and what to do', async () => {
    await source.state({ prefix: 'a/' });
    const second = `${source.copy}-second`;
    await makeVersioned(servers.there, second);
    const [state] = await source.state({
      prefix: 'b/',
      bucketsRelation: [{ originBucket: source.bucket, destinationBucket: second }],
    });
    expect(state?.errorString).toBe(
      'The bucket already replicates to this server, and can have one target for each server. Edit its rule, or delete it first.',
    );
    expect(await source.rules()).toHaveLength(1);
    expect(await source.targets()).toHaveLength(1);
  });

  it('tells of each source.bucket on its own [BREPL-14]', async () => {
    const other = `${source.bucket}-b`;
    await makeVersioned(servers.test.s3, other);
    await servers.test.s3.makeBucket({ bucket: `${source.bucket}-plain` });
    const relation = (originBucket: string, destinationBucket = source.copy) => ({
      originBucket,
      destinationBucket,
    });
    const results = await source.state({
      bucketsRelation: [
        relation(source.bucket),
        relation('no-such-source'),
        relation('minio'),
        relation(`${source.bucket}-plain`),
        relation(other, 'no-such-copy'),
        relation(other, 'not-versioned'),
        relation(other),
      ],
    });
    const errors = results.map(({ errorString }: { errorString?: string }) => errorString);
    expect(errors).toEqual([
      undefined,
      expect.stringMatching(/bucket does not exist/),
      expect.stringMatching(/bucket name is not valid/),
      expect.stringMatching(/source does not have versioning/),
      expect.stringMatching(/remote target does not exist/),
      expect.stringMatching(/remote target does not have versioning/),
      undefined,
    ]);
    expect(results[0]).toEqual(succeeded());
    for (const name of [`${source.bucket}-plain`]) {
      expect(await servers.test.admin.listRemoteTargets({ bucket: name })).toEqual([]);
    }
    expect(await servers.test.admin.listRemoteTargets({ bucket: other })).toHaveLength(1);
  });

  it('takes the target away again when the rule is refused', async () => {
    servers.test.gate.set(
      { status: 400, code: 'InvalidRequest' },
      ({ method, url }) => method === 'PUT' && Boolean(url?.includes('?replication')),
    );
    const [result] = await source.state();
    servers.test.gate.set('open');
    expect(result.errorString).toBe('Said by the gate.');
    expect(await source.rules()).toEqual([]);
    expect(await source.targets()).toEqual([]);
  });

  it('leaves a target that was there before when a second rule is refused', async () => {
    await source.state({ prefix: 'a/' });
    servers.test.gate.set(
      { status: 400, code: 'InvalidRequest' },
      ({ method, url }) => method === 'PUT' && Boolean(url?.includes('?replication')),
    );
    await source.state({ prefix: 'b/' });
    servers.test.gate.set('open');
    expect(await source.rules()).toHaveLength(1);
    expect(await source.targets()).toHaveLength(1);
  });

  it('takes a second rule away again when its credentials are wrong', async () => {
    await source.state({ prefix: 'a/' });
    const [result] = await source.state({ prefix: 'b/', secretKey: 'wrong-secret-key' });
    expect(result.errorString).toMatch(/not available .*signature/i);
    expect(JSON.stringify(result)).not.toContain('wrong-secret-key');
    expect(await source.rules()).toHaveLength(1);
  });

  it('says so when the remote server is not there or refuses', async () => {
    const [gone] = await source.state({ targetURL: 'http://127.0.0.1:1' });
    expect(gone.errorString).toMatch(/127\.0\.0\.1:1 not available .*ECONNREFUSED/);
    const [refused] = await source.state({ secretKey: 'wrong-secret-key' });
    expect(refused.errorString).toMatch(/not available .*signature/i);
    expect(await source.targets()).toEqual([]);
    expect(servers.test.log.join()).not.toContain('wrong-secret-key');
  });

  it.each([
    ['targetURL', { targetURL: 'ftp://127.0.0.1' }],
    ['targetURL', { targetURL: 'http://user:word@127.0.0.1' }],
    ['targetURL', { targetURL: 'http://127.0.0.1/bucket' }],
    ['targetURL', { targetURL: 'http://' }],
    ['tags', { tags: 'a=1&a=2' }],
    ['accessKey', { accessKey: 'a' }],
    ['secretKey', { secretKey: 'short' }],
    ['bucketsRelation', { bucketsRelation: [] }],
    ['syncMode', { syncMode: 'later' }],
    ['bandwidth', { bandwidth: -1 }],
    ['healthCheckPeriod', { healthCheckPeriod: 1.5 }],
  ])('names the field that is wrong: %s in %j', async (field, more) => {
    const response = await source.set({ ...source.request(), ...more });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field });
  });

  it('refuses the same pair of buckets twice', async () => {
    const { bucketsRelation } = source.request();
    const response = await source.set(
      source.request({ bucketsRelation: [...bucketsRelation, ...bucketsRelation] }),
    );
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'bucketsRelation' });
  });

  it('takes no limit of bandwidth that the server does not take', async () => {
    const [{ errorString }] = await source.state({ bandwidth: 1000 });
    expect(errorString).toMatch(/Bandwidth limit .* at least/);
    expect(await source.targets()).toEqual([]);
  });
});

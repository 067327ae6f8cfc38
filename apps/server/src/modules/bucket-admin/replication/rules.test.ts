import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SourceBucket, startTwoServers, type TwoServers } from './testing/two-servers.ts';

let servers: TwoServers;
let source: SourceBucket;
let count = 0;

beforeAll(async () => {
  servers = await startTwoServers();
});
afterAll(() => servers.close());
beforeEach(async () => {
  count += 1;
  source = await SourceBucket.make(servers, count);
});

describe('replication rules', () => {
  const twoRules = async () => {
    await source.state({ prefix: 'a/' });
    await source.state({ prefix: 'b/' });
    return source.rules();
  };

  it('change in what is named only, with their target', async () => {
    await source.state({ prefix: 'a/', tags: 'k=v' });
    const [before] = await source.rules();
    const response = await source.edit(before.id, {
      ruleState: false,
      priority: 5,
      replicateDeletes: false,
      healthCheckPeriod: 120,
      bandwidth: 300_000_000,
    });
    expect(response.statusCode).toBe(200);
    const [{ revision, ...rule }] = await source.rules();
    const { revision: old, ...rest } = before;
    expect(revision).not.toBe(old);
    expect(rule).toEqual({
      ...rest,
      status: 'Disabled',
      priority: 5,
      deletes_replication: false,
      healthCheckPeriod: 120,
      bandwidth: '300000000',
    });
    await source.edit(before.id, { prefix: '', tags: '', syncMode: 'sync' });
    expect((await source.rules())[0]).toMatchObject({
      prefix: '',
      tags: '',
      syncMode: 'sync',
      bandwidth: '0',
      priority: 5,
    });
  });

  it('stay as they are when their target cannot be changed', async () => {
    await source.state();
    const [before] = await source.rules();
    const response = await source.edit(before.id, {
      ruleState: false,
      accessKey: servers.remote.accessKey,
      secretKey: 'wrong-secret-key',
    });
    expect(response.statusCode).toBe(400);
    expect(response.body).not.toContain('wrong-secret-key');
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput' });
    const limited = await source.edit(before.id, { ruleState: false, bandwidth: 1000 });
    expect(limited.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'bandwidth' });
    expect(await source.rules()).toMatchObject([
      { status: 'Enabled', bandwidth: before.bandwidth },
    ]);
    const half = await source.edit(before.id, { accessKey: 'somebody' });
    expect(half.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'secretKey' });
  });

  it('have priorities that do not clash', async () => {
    const [first, second] = await twoRules();
    const response = await source.edit(second.id, { priority: first.priority });
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'priority' });
    expect(await source.rules()).toEqual([first, second]);
  });

  it('are deleted but for the last one, and the target when nobody uses it [API-36] [REPL-04]', async () => {
    const [first, second] = await twoRules();
    expect((await source.remove(first.id)).statusCode).toBe(204);
    expect(await source.targets()).toHaveLength(1);
    const last = await source.remove(second.id);
    expect(last.statusCode).toBe(409);
    expect(last.json()).toMatchObject({ errorCode: 'LastReplicationRule' });
    expect(await source.rules()).toHaveLength(1);
    expect((await source.remove(first.id)).json()).toMatchObject({ errorCode: 'NotFound' });
    expect((await source.edit('no such/rule', { ruleState: true })).statusCode).toBe(404);
  });

  it('end all at once, with their targets', async () => {
    await twoRules();
    expect((await source.stop()).statusCode).toBe(204);
    expect(await source.rules()).toEqual([]);
    expect(await source.targets()).toEqual([]);
    expect((await source.stop()).statusCode).toBe(204);
  });

  it('are not changed over somebody else’s change', async () => {
    const [first] = await twoRules();
    expect((await source.edit(first.id, { ruleState: false }, first.revision)).statusCode).toBe(
      200,
    );
    for (const late of [
      await source.edit(first.id, { prefix: 'x' }, first.revision),
      await source.remove(first.id, first.revision),
    ]) {
      expect(late.statusCode).toBe(409);
      expect(late.json()).toMatchObject({ errorCode: 'ChangedMeanwhile' });
    }
    const [{ revision }] = await source.rules();
    await source.edit(first.id, { healthCheckPeriod: 200 });
    expect((await source.edit(first.id, { prefix: 'x' }, revision)).statusCode).toBe(409);
  });

  it('are all kept when several are set at once', async () => {
    await Promise.all(
      ['a/', 'b/', 'c/', 'd/'].map((prefix) => source.set(source.request({ prefix }))),
    );
    const found = await source.rules();
    expect(found.map(({ prefix }: { prefix: string }) => prefix).sort()).toEqual([
      'a/',
      'b/',
      'c/',
      'd/',
    ]);
    expect(await source.targets()).toHaveLength(1);
  });

  it('tell of their targets what the server knows', async () => {
    await source.state();
    const status = async () => {
      const response = await servers.root.send({ url: `${source.path}/replication-status` });
      expect(response.statusCode).toBe(200);
      return response.json().targets;
    };
    const [target] = await source.targets();
    const known = {
      arn: target?.arn,
      endpoint: servers.remote.endpoint,
      bucket: source.copy,
      failed: { objects: 0, size: 0 },
    };
    expect(await status()).toMatchObject([{ ...known, replicated: { objects: 0, size: 0 } }]);
    const { bucket } = source;
    await servers.test.s3.putObject({ bucket, key: 'hello', body: Buffer.from('hello'), size: 5 });
    await vi.waitFor(
      async () =>
        expect(await status()).toMatchObject([
          {
            ...known,
            online: true,
            replicated: { objects: 1, size: 5 },
            pending: { objects: 0, size: 0 },
          },
        ]),
      { timeout: 25_000, interval: 200 },
    );
  });
});

describe('who may replicate', () => {
  const login = async (name: string, ...Action: string[]) => {
    const s3 = Action.filter((action) => action.startsWith('s3:'));
    const admin = Action.filter((action) => action.startsWith('admin:'));
    return servers.test.logIn(
      await servers.test.addUser(`${name}-${count}`, {
        Version: '2012-10-17',
        Statement: [
          { Effect: 'Allow', Action: s3, Resource: [`arn:aws:s3:::${source.bucket}`] },
          ...(admin.length === 0 ? [] : [{ Effect: 'Allow', Action: admin }]),
        ],
      }),
    );
  };

  it('sees the rules without what targets tell', async () => {
    await source.state();
    const reader = await login('reader', 's3:GetReplicationConfiguration');
    const [rule] = await source.rules(reader);
    expect(rule).toMatchObject({ status: 'Enabled', priority: 1 });
    expect(rule).not.toHaveProperty('endpoint');
    expect(
      (await reader.send({ url: `${source.path}/replication-status` })).json().targets,
    ).toEqual([expect.not.objectContaining({ endpoint: expect.anything() })]);
    for (const refused of [
      await source.edit(rule.id, { ruleState: false }, undefined, reader),
      await source.stop(reader),
    ]) {
      expect(refused.statusCode).toBe(403);
    }
    const target = await source.edit(
      rule.id,
      { bandwidth: 0, syncMode: 'sync' },
      undefined,
      reader,
    );
    expect(target.json()).toMatchObject({ errorCode: 'AccessDenied' });
    expect(await source.rules()).toHaveLength(1);
  });

  it('is told which action is missing', async () => {
    const noTargets = await login(
      'no-targets',
      's3:GetReplicationConfiguration',
      's3:PutReplicationConfiguration',
    );
    const [first] = await source.state({}, noTargets);
    expect(first.errorString).toContain('admin:SetBucketTarget');
    const noRules = await login(
      'no-rules',
      's3:GetReplicationConfiguration',
      'admin:SetBucketTarget',
      'admin:GetBucketTarget',
    );
    const [second] = await source.state({}, noRules);
    expect(second.errorString).toContain('s3:PutReplicationConfiguration');
    expect(await source.targets()).toEqual([]);
    expect(
      (await servers.test.anonymous.send({ url: `${source.path}/replication` })).statusCode,
    ).toBe(401);
  });
});

import { WidgetDetails } from '@stowage/contract/schemas/dashboard/widgets';
import { MetricSourceError } from '@stowage/metrics/query';
import { WIDGETS } from '@stowage/metrics/widgets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { targetKind } from '../../../../../tests/targets/target.ts';
import type { MetricSource } from '../../metric-source/metric-source.ts';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';

let test: TestConsole;
let root: TestCaller;

const READER = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::*'] }],
};
const BOUND = { timeout: 30_000, interval: 100 };

beforeAll(async () => {
  test = await startTestConsole({
    metricKeys: ({ accessKey, secretKey }) => ({ accessKey, secretKey }),
  });
  root = await test.logIn();
  await test.s3.makeBucket({ bucket: 'measured' });
  for (const size of [10, 2000, 3000]) {
    await test.s3.putObject({
      bucket: 'measured',
      key: `o${size}`,
      body: Buffer.alloc(size),
      size,
    });
  }
});
afterAll(() => test.close());

const get = async (url: string, caller = root) => {
  const answer = await caller.send({ url: `/api/v1${url}` });
  return { status: answer.statusCode, body: answer.json() };
};
const embedded = targetKind() === 'embedded';

describe('what the storage holds and stands on', () => {
  it('has counts, servers with their drives and network, and widgets [API-08] [DASH-41] [DASH-42]', async () => {
    const { status, body } = await get('/admin/info');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      buckets: expect.any(Number),
      objects: expect.any(Number),
      usage: expect.any(Number),
    });
    const [server] = body.servers;
    expect(server).toMatchObject({ state: 'online', version: expect.any(String) });
    expect(Object.values(server.network)).toEqual(['online']);
    expect(server.uptime).toBeGreaterThanOrEqual(0);
    const [drive] = server.drives;
    expect(drive).toMatchObject({
      state: 'ok',
      endpoint: expect.any(String),
      uuid: expect.any(String),
    });
    expect(drive.totalSpace).toBeGreaterThan(drive.availableSpace);
    expect(drive.usedSpace).toBeGreaterThan(0);
    expect(body.widgets.map(({ id }: { id: number }) => id)).toEqual(WIDGETS.map(({ id }) => id));
    expect(body.widgets[0]).toEqual({
      id: 1,
      title: 'Uptime',
      type: 'stat',
      unit: 'seconds',
      options: { reduceOptions: { calcs: ['lastNotNull'] } },
    });
  });

  it('leaves the widgets out for who wants usage alone [API-08]', async () => {
    expect((await get('/admin/info?defaultOnly=true')).body).not.toHaveProperty('widgets');
  });

  it('takes the range that clients of the dashboard send along [API-09]', async () => {
    const { status, body } = await get('/admin/info?step=15&start=1800000000&end=1800000900');
    expect(status).toBe(200);
    expect(body.widgets).toHaveLength(WIDGETS.length);
  });

  it.each([
    '/admin/info',
    '/admin/info/widgets/1',
    '/metrics/source',
    '/metrics/attention',
    '/metrics/buckets',
    '/metrics/forecast',
    '/metrics/histograms',
  ])('%s is for those whom the storage server tells of itself', async (url) => {
    const reader = await test.logIn(
      await test.addUser(`reader${url.replaceAll('/', '-')}`, READER),
    );
    expect(await get(url, reader)).toMatchObject({
      status: 403,
      body: { errorCode: 'AccessDenied' },
    });
    expect((await get(url, test.anonymous)).status).toBe(401);
  });
});

describe('widgets', () => {
  it('have values within a few seconds of a fresh start, in the shape of Prometheus [API-10] [DASH-13]', async () => {
    const id = 53;
    await expect
      .poll(
        async () => (await get(`/admin/info/widgets/${id}`)).body.targets?.[0].result.length,
        BOUND,
      )
      .toBe(1);
    const end = Math.floor(Date.now() / 1000) + 15;
    const { status, body } = await get(
      `/admin/info/widgets/${id}/?step=15&start=${end - 900}&end=${end}`,
    );
    expect(status).toBe(200);
    expect(WidgetDetails.parse(body)).toEqual(body);
    expect(body).toMatchObject({ id, title: 'Total Online Servers', type: 'stat' });
    const [target] = body.targets;
    expect(target).toMatchObject({ legendFormat: '', resultType: 'matrix' });
    expect(target.result[0].values.at(-1)).toEqual([expect.any(Number), '1']);
  });

  it('all have data, or say that there is none', async () => {
    const answers = await Promise.all(
      WIDGETS.map(async ({ id }) => get(`/admin/info/widgets/${id}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(WIDGETS.map(() => 200));
    const empty = answers.filter(({ body }) =>
      body.targets.every(({ result }: { result: unknown[] }) => result.length === 0),
    );
    const rates = WIDGETS.filter(({ type }) => type === 'graph').map(({ id }) => id);
    // Rates need a second sample, and a single server has no traffic between servers.
    for (const { body } of empty.filter(() => embedded)) expect(rates).toContain(body.id);
  });

  it.each([
    ['an unknown one', '/admin/info/widgets/4', 404, 'NotFound', undefined],
    ['no number', '/admin/info/widgets/x', 400, 'InvalidInput', 'id'],
    ['a start without an end', '/admin/info/widgets/1?start=1', 400, 'InvalidInput', 'start'],
    [
      'an end before its start',
      '/admin/info/widgets/1?start=9&end=5',
      400,
      'InvalidInput',
      'start',
    ],
    ['a time that is none', '/admin/info/widgets/1?start=x&end=5', 400, 'InvalidInput', 'start'],
    [
      'too many points',
      '/admin/info/widgets/1?start=1&end=9999999&step=1',
      400,
      'InvalidInput',
      'step',
    ],
    ['a step below zero', '/admin/info/widgets/1?step=-1', 400, 'InvalidInput', 'step'],
  ])('refuse %s', async (_case, url, status, errorCode, field) => {
    const answer = await get(url);
    expect(answer).toMatchObject({ status, body: { errorCode } });
    expect(answer.body.field).toBe(field);
  });

  it('tell where they come from', async () => {
    await expect.poll(async () => (await get('/metrics/source')).body.state, BOUND).toBe('ok');
    const { body } = await get('/metrics/source');
    expect(body).toMatchObject({ kind: 'sampler', since: expect.any(String) });
    expect(body.resolutions[0]).toEqual({ step: 15, kept: 6 * 3600 });
  });
});

describe('usage', () => {
  const counted = async () => {
    const { body } = await get('/metrics/buckets');
    return body.buckets?.find(({ bucket }: { bucket: string }) => bucket === 'measured');
  };

  it('of each bucket is told over time', async () => {
    // MinIO counts usage periodically.
    await expect
      .poll(async () => (await counted())?.size, { timeout: 120_000, interval: 500 })
      .toBe(5010);
    const bucket = await counted();
    expect(bucket).toMatchObject({ objects: 3, growth: expect.any(Number) });
    expect((await get('/metrics/buckets?limit=0')).body).toMatchObject({ field: 'limit' });
  }, 150_000);

  it('is told by size and by versions, in the seven classes of the dashboard [DASH-29]', async () => {
    await expect
      .poll(
        async () => (await get('/metrics/histograms?bucket=measured')).body.sizes?.[1]?.objects,
        { timeout: 120_000, interval: 500 },
      )
      .toBe(2);
    const { body } = await get('/metrics/histograms?bucket=measured');
    const MIB = 2 ** 20;
    expect(body.sizes.map(({ below }: { below?: number }) => below)).toEqual([
      1024,
      MIB,
      10 * MIB,
      64 * MIB,
      128 * MIB,
      512 * MIB,
      undefined,
    ]);
    expect(body.sizes.map(({ objects }: { objects: number }) => objects)).toEqual([
      1, 2, 0, 0, 0, 0, 0,
    ]);
    expect(body.versions[0]).toMatchObject({ range: 'UNVERSIONED', objects: 3 });
    expect(await get('/metrics/histograms?bucket=none')).toMatchObject({
      status: 404,
      body: { errorCode: 'BucketNotFound' },
    });
  }, 150_000);

  it('has a forecast that says how much there is, and nothing of the future on the first day', async () => {
    await expect
      .poll(async () => (await get('/metrics/forecast')).body.capacity, BOUND)
      .toBeGreaterThan(0);
    const { body } = await get('/metrics/forecast?weeks=1');
    expect(body.used).toBeGreaterThan(0);
    expect(body.used).toBeLessThan(body.capacity);
    expect(body).not.toHaveProperty('fullAt');
    expect((await get('/metrics/forecast?weeks=13')).body).toMatchObject({ field: 'weeks' });
  });
});

describe('what needs attention', () => {
  it('looks at everything and finds the key that expires and the bucket near its quota', async () => {
    const expiration = `${new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 19)}Z`;
    const key = await test.admin.addServiceAccount({ name: 'Backup', expiration });
    await test.admin.setBucketQuota({ bucket: 'measured', quota: { size: 5200, type: 'hard' } });
    const find = async (kind: string) => {
      const { body } = await get('/metrics/attention');
      expect(body.unchecked).toEqual([]);
      expect(body.checked.map(({ check }: { check: string }) => check)).toHaveLength(8);
      return body.findings.find((one: { kind: string }) => one.kind === kind);
    };
    expect(await find('accessKeyExpires')).toMatchObject({
      severity: 'critical',
      accessKey: key.accessKey,
      name: 'Backup',
      owner: test.target.accessKey,
    });
    await expect
      .poll(() => find('bucketQuota'), { timeout: 120_000, interval: 500 })
      .toMatchObject({
        severity: 'critical',
        bucket: 'measured',
        used: 5010,
        quota: 5200,
      });
  }, 150_000);

  it('says what the account may not see', async () => {
    const policy = {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['admin:ServerInfo'] }],
    };
    const some = await test.logIn(await test.addUser('sees-servers', policy));
    const { status, body } = await get('/metrics/attention', some);
    expect(status).toBe(200);
    expect(body.unchecked).toContainEqual({ check: 'accessKeys', reason: 'denied' });
    expect(body.checked).toContainEqual({ check: 'servers', found: 0 });
    expect(JSON.stringify(body.findings)).not.toContain('Backup');
  });
});

describe('a source of metrics that goes away', () => {
  it('fails the widget by a code, tells why, and leaves usage as it is', async () => {
    const problem = new MetricSourceError('unreachable', 'Prometheus does not answer.');
    const metrics: MetricSource = {
      run: async () => {
        throw problem;
      },
      isAvailable: () => true,
      begin: async () => undefined,
      lastSampleAt: async () => undefined,
      lend: () => undefined,
      start: () => undefined,
      stop: async () => undefined,
      status: async () => ({
        kind: 'prometheus',
        state: 'failing',
        problem: 'unreachable',
        resolutions: [],
      }),
    };
    const other = await startTestConsole({ target: test.target, metrics });
    try {
      const caller = await other.logIn();
      expect(await get('/admin/info/widgets/1', caller)).toMatchObject({
        status: 502,
        body: { errorCode: 'MetricsUnavailable', detailedMessage: 'Prometheus does not answer.' },
      });
      expect((await get('/metrics/source', caller)).body).toMatchObject({
        kind: 'prometheus',
        problem: 'unreachable',
      });
      expect((await get('/admin/info', caller)).status).toBe(200);
    } finally {
      await other.close();
    }
  });
});

describe('metrics without keys of their own', () => {
  it('are read with the rights of somebody who has opened the dashboard', async () => {
    const other = await startTestConsole({ target: test.target });
    try {
      const caller = await other.logIn();
      await expect
        .poll(async () => (await get('/metrics/source', caller)).body.state, BOUND)
        .toBe('ok');
    } finally {
      await other.close();
    }
  });
});

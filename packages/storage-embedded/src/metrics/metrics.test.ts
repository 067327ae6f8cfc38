import { createHmac } from 'node:crypto';
import { readMetrics } from '@stowage/storage-wire/prometheus-text';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, startTestStorage, type TestStorage } from '../testing/test-storage.ts';

let storage: TestStorage;
beforeAll(async () => {
  storage = await startTestStorage();
});
afterAll(() => storage.close());

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

interface Token {
  readonly claims?: object;
  readonly secret?: string;
  readonly alg?: string;
}

/** Creates a token like `mc admin prometheus generate`, apart from what a test changes. */
function token({ claims = {}, secret = ROOT.secretKey, alg = 'HS512' }: Token = {}): string {
  const soon = Math.floor(Date.now() / 1000) + 3600;
  const body = part({ iss: 'prometheus', sub: ROOT.accessKey, exp: soon, ...claims });
  const signed = `${part({ alg, typ: 'JWT' })}.${body}`;
  const hash = alg.toLowerCase().replace('hs', 'sha');
  const mac = /^sha\d+$/.test(hash)
    ? createHmac(hash, secret).update(signed).digest('base64url')
    : part({});
  return `${signed}.${mac}`;
}

const scrape = (page: string, bearer: string | undefined = token(), headers = {}) =>
  storage.call({
    path: `/minio/${page}`,
    as: 'anonymous',
    headers: { ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }), ...headers },
  });

async function read(page: string) {
  const answer = await scrape(page);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  const samples = [...readMetrics(answer.text)];
  return (name: string, labels: Readonly<Record<string, string>> = {}) => {
    const found = samples.filter(
      (one) =>
        one.name === name &&
        Object.entries(labels).every(([key, value]) => one.labels[key] === value),
    );
    return found.map(({ value }) => value);
  };
}

describe('metrics of the embedded store', () => {
  it('counts calls with their errors, times and bytes', async () => {
    await storage.call({ method: 'PUT', path: '/counted' });
    const before = await read('v2/metrics/node');
    const received = before('minio_s3_traffic_received_bytes')[0] ?? 0;
    await storage.call({ method: 'PUT', path: '/counted/a', body: 'x'.repeat(100_000) });
    await storage.call({ path: '/counted/a' });
    await storage.call({ path: '/counted/none' });
    await storage.call({ path: '/counted/a', as: { ...ROOT, secretKey: 'wrong' } });
    const after = await read('v2/metrics/node');
    expect(after('minio_s3_requests_total', { api: 'putobject' })).toEqual([1]);
    expect(after('minio_s3_requests_total', { api: 'getobject' })).toEqual([3]);
    expect(after('minio_s3_requests_4xx_errors_total', { api: 'getobject' })).toEqual([2]);
    expect(after('minio_s3_requests_errors_total', { api: 'getobject' })).toEqual([2]);
    expect(after('minio_s3_requests_rejected_auth_total')).toEqual([1]);
    expect(
      after('minio_s3_requests_ttfb_seconds_distribution', { api: 'getobject', le: '+Inf' }),
    ).toEqual([3]);
    expect((after('minio_s3_traffic_received_bytes')[0] ?? 0) - received).toBeGreaterThan(100_000);
    expect(after('minio_s3_traffic_sent_bytes')[0]).toBeGreaterThan(100_000);
    const bucket = await read('v2/metrics/bucket');
    expect(bucket('minio_bucket_requests_total', { bucket: 'counted', api: 'putobject' })).toEqual([
      1,
    ]);
    expect(bucket('minio_bucket_usage_total_bytes', { bucket: 'counted' })).toEqual([100_000]);
    expect(bucket('minio_bucket_traffic_received_bytes', { bucket: 'counted' })[0]).toBeGreaterThan(
      100_000,
    );
    const cluster = await read('v2/metrics/cluster');
    expect(cluster('minio_cluster_usage_object_total')).toEqual([1]);
    expect(cluster('minio_cluster_bucket_total')).toEqual([1]);
    expect(
      cluster('minio_cluster_objects_size_distribution', { range: 'BETWEEN_1024B_AND_1_MB' }),
    ).toEqual([1]);
  });

  it('tells of the drives, the process and the servers', async () => {
    const node = await read('v2/metrics/node');
    for (const drive of [`${storage.folder}/drive-1`, `${storage.folder}/drive-2`]) {
      const [total = 0] = node('minio_node_drive_total_bytes', { drive });
      const [free = 0] = node('minio_node_drive_free_bytes', { drive });
      const [used = 0] = node('minio_node_drive_used_bytes', { drive });
      expect(free).toBeGreaterThan(0);
      expect(free + used).toBe(total);
      expect(node('minio_node_drive_free_inodes', { drive })).toHaveLength(1);
    }
    const cluster = await read('v2/metrics/cluster');
    expect(cluster('minio_cluster_drive_online_total')).toEqual([2]);
    expect(cluster('minio_cluster_drive_offline_total')).toEqual([0]);
    expect(cluster('minio_cluster_nodes_online_total')).toEqual([1]);
    expect(cluster('minio_cluster_health_status')).toEqual([1]);
    const [raw = 0] = cluster('minio_cluster_capacity_raw_total_bytes');
    expect(cluster('minio_cluster_capacity_usable_total_bytes')).toEqual([Math.floor(raw / 2)]);
    const [started = 0] = cluster('minio_node_process_starttime_seconds');
    expect(Math.abs(Date.now() / 1000 - process.uptime() - started)).toBeLessThan(2);
    expect(cluster('minio_node_process_cpu_total_seconds')[0]).toBeGreaterThan(0);
    expect(cluster('minio_node_process_resident_memory_bytes')[0]).toBeGreaterThan(1e6);
    expect(cluster('minio_node_go_routine_total')[0]).toBeGreaterThan(0);
  });

  it('counts objects by their versions once the scanner has seen them', async () => {
    await storage.call({ method: 'PUT', path: '/versioned' });
    const on = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>';
    await storage.call({ method: 'PUT', path: '/versioned?versioning', body: on });
    for (const key of ['a', 'b', 'b', 'c', 'c', 'c']) {
      await storage.call({ method: 'PUT', path: `/versioned/${key}`, body: 'x' });
    }
    await storage.scan();
    const bucket = await read('v2/metrics/bucket');
    const classes = (range: string) =>
      bucket('minio_bucket_objects_version_distribution', { bucket: 'versioned', range });
    expect(classes('SINGLE_VERSION')).toEqual([1]);
    expect(classes('BETWEEN_2_AND_10')).toEqual([2]);
    expect(classes('UNVERSIONED')).toEqual([0]);
    const cluster = await read('v2/metrics/cluster');
    expect(cluster('minio_node_scanner_versions_scanned')[0]).toBeGreaterThanOrEqual(6);
    expect(cluster('minio_usage_last_activity_nano_seconds')[0]).toBeLessThan(60e9);
  });

  it('keeps what is stored over a restart and begins to count calls anew, as MinIO does', async () => {
    const before = (await read('v2/metrics/cluster'))('minio_cluster_usage_total_bytes');
    await storage.restart();
    const after = await read('v2/metrics/cluster');
    expect(after('minio_cluster_usage_total_bytes')).toEqual(before);
    expect(after('minio_s3_requests_total')).toEqual([]);
  });

  it('answers at the first endpoint of MinIO too', async () => {
    const legacy = await read('prometheus/metrics');
    expect(legacy('minio_drives_total')).toEqual([2]);
    expect(legacy('disk_storage_total')).toHaveLength(2);
  });
});

describe('the bearer token', () => {
  it.each(['HS256', 'HS384', 'HS512'])('may be signed with %s', async (alg) => {
    expect((await scrape('v2/metrics/node', token({ alg }))).status).toBe(200);
  });

  it.each<[string, string | undefined]>([
    ['is missing', undefined],
    ['is no token', 'abc'],
    ['is signed with another secret', token({ secret: 'another-secret' })],
    ['is of another issuer', token({ claims: { iss: 'minio' } })],
    ['has no issuer', token({ claims: { iss: undefined } })],
    ['has expired', token({ claims: { exp: 1000 } })],
    ['ends at no time', token({ claims: { exp: 'never' } })],
    ['is not yet good', token({ claims: { nbf: Date.now() } })],
    ['names no algorithm', token({ alg: 'none' })],
    ['names what every object has', token({ alg: 'constructor' })],
    ['names somebody unknown', token({ claims: { sub: 'nobody' } })],
    ['is too long', token({ claims: { filler: 'x'.repeat(8000) } })],
  ])('is refused when it %s', async (_case, bearer) => {
    const answer = await storage.call({
      path: '/minio/v2/metrics/node',
      as: 'anonymous',
      headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
    });
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.text)).toMatchObject({ Code: 'AccessDenied' });
    expect(answer.text).not.toContain(ROOT.secretKey);
  });

  it('may do nothing but read', async () => {
    const answer = await storage.call({
      method: 'DELETE',
      path: '/minio/v2/metrics/node',
      as: 'anonymous',
      headers: { authorization: `Bearer ${token()}` },
    });
    expect(answer.status).toBe(405);
  });
});

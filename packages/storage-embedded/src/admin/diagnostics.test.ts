import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addUser,
  adminCaller,
  errorOf,
  seal,
  startTestStorage,
  type TestStorage,
} from '../testing/test-storage.ts';

let storage: TestStorage;
beforeAll(async () => {
  storage = await startTestStorage();
});
afterAll(() => storage.close());
const admin = adminCaller(() => storage);

const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));

describe('the health report', () => {
  it('comes while it is gathered, with what was asked for', async () => {
    const answer = await admin(
      'GET',
      'healthinfo?deadline=10s&syscpu=true&sysosinfo=true&minioinfo=true',
    );
    const [version, ...reports] = linesOf(answer.text);
    expect(version).toEqual({ version: '3' });
    expect(reports.map(({ sys }) => Object.keys(sys))).toEqual([
      ['cpus'],
      ['cpus', 'osinfo'],
      ['cpus', 'osinfo'],
    ]);
    expect(reports.at(-1)).toMatchObject({
      timestamp: expect.stringMatching(/^\d{4}-/),
      sys: { osinfo: [{ info: { hostname: expect.any(String), bootTime: expect.any(Number) } }] },
      minio: { info: { mode: 'online', servers: [{ drives: [{}, {}] }] } },
    });
  });

  it('has what is configured, and no secret of it', async () => {
    const setting =
      'notify_webhook:one enable=off endpoint=http://127.0.0.1:1 auth_token=very-secret';
    const set = await admin('PUT', 'set-config-kv', await seal(setting));
    expect(set.status).toBe(200);
    const { text } = await admin('GET', 'healthinfo?minioconfig=true');
    expect(text).toContain('notify_webhook');
    expect(text).toContain('*redacted*');
    expect(text).not.toContain('very-secret');
  });

  it('wants a deadline that is one', async () => {
    const answer = await admin('GET', 'healthinfo?deadline=soon');
    expect(errorOf(answer)).toBe('400 XMinioAdminInvalidArgument');
  });
});

describe('speed tests', () => {
  it('measure each drive', async () => {
    const answer = await admin('POST', 'speedtest/drive?blocksize=65536&filesize=262144');
    expect(linesOf(answer.text).at(-1)).toMatchObject({
      endpoint: expect.stringContaining('127.0.0.1'),
      drivePerf: Array.from({ length: 2 }, () => ({
        path: expect.stringContaining('drive-'),
        readThroughput: expect.any(Number),
        writeThroughput: expect.any(Number),
      })),
    });
  });

  it('measure objects, and leave none behind', async () => {
    const answer = await admin('POST', 'speedtest?size=1000&concurrent=2&duration=1s');
    const last = linesOf(answer.text).at(-1);
    expect(last).toMatchObject({ servers: 1, disks: 2, size: 1000, concurrent: 2 });
    expect(last.PUTStats.objectsPerSec).toBeGreaterThan(0);
    expect(last.GETStats.throughputPerSec).toBeGreaterThan(0);
    const buckets = await storage.call({ path: '/' });
    expect(buckets.text).not.toContain('speedtest');
  });

  it.each([
    ['speedtest?size=0', '400 XMinioAdminInvalidArgument'],
    ['speedtest?duration=1h', '400 XMinioAdminInvalidArgument'],
    ['speedtest/drive?filesize=99999999999999', '400 XMinioAdminInvalidArgument'],
    ['speedtest/net', '501 NotImplemented'],
  ])('refuse %s', async (path, error) => {
    expect(errorOf(await admin('POST', path))).toBe(error);
  });
});

describe('profiles', () => {
  it('are a zip with a file for each kind, and count the heap only', async () => {
    const { status, text } = await admin('POST', 'profile?profilerType=cpu,mem&duration=20ms');
    expect(status).toBe(200);
    expect(text).toContain('profile-cpu.cpuprofile');
    expect(text).toContain('profile-mem.json');
  });

  it.each(['profilerType=mutex', 'profilerType=', 'profilerType=cpu&duration=1h'])(
    'refuse %s',
    async (query) => {
      const answer = await admin('POST', `profile?${query}`);
      expect(errorOf(answer)).toBe('400 XMinioAdminInvalidArgument');
    },
  );
});

it('has no files of single objects to inspect', async () => {
  const answer = await admin('GET', 'inspect-data?volume=photos&file=a/xl.meta');
  expect(errorOf(answer)).toBe('501 NotImplemented');
});

it('tells of no locks, and nothing to whoever may not ask', async () => {
  expect((await admin('GET', 'top/locks?count=5&stale=false')).text).toBe('[]');
  const reader = { accessKey: 'reader', secretKey: 'reader-secret' };
  await addUser(storage, reader, 'readonly');
  const calls = [
    'GET healthinfo',
    'POST speedtest',
    'POST speedtest/drive',
    'GET top/locks',
    'POST profile',
    'GET inspect-data',
  ];
  for (const [method = '', path = ''] of calls.map((call) => call.split(' '))) {
    expect(errorOf(await admin(method, path, '', reader))).toBe('403 AccessDenied');
  }
});

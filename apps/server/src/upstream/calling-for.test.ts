import type { TraceRecord } from '@stowage/storage-client/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../testing/test-console.ts';

const OFFICE = '203.0.113.7';
const ELSEWHERE = '198.51.100.9';
const FROM_OFFICE = {
  Version: '2012-10-17',
  Statement: [
    {
      ...{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] },
      Condition: { IpAddress: { 'aws:SourceIp': `${OFFICE}/32` } },
    },
  ],
};

let test: TestConsole;
let anna: TestCaller;

beforeAll(async () => {
  test = await startTestConsole();
  await test.s3.makeBucket({ bucket: 'plans' });
  anna = await test.logIn(await test.addUser('anna', FROM_OFFICE));
});
afterAll(() => test.close());

const list = async (remoteAddress: string, headers: Readonly<Record<string, string>> = {}) =>
  (await anna.send({ url: '/api/v1/buckets/plans/objects', remoteAddress, headers })).statusCode;

describe('the storage server', () => {
  it('decides by the address of the browser, not by that of the console', async () => {
    expect(await list(OFFICE)).toBe(200);
    expect(await list(ELSEWHERE)).toBe(403);
    expect(await list(`::ffff:${OFFICE}`)).toBe(200);
    expect(await list('127.0.0.1')).toBe(403);
  });

  it('hears of no address that a browser makes up', async () => {
    expect(await list(ELSEWHERE, { 'x-forwarded-for': OFFICE })).toBe(403);
  });

  it('knows the address at the login too, and nobody the secret of the console', async () => {
    const end = new AbortController();
    const calls: TraceRecord[] = [];
    const read = async () => {
      const kinds = ['s3', 'internal'];
      for await (const call of await test.admin.trace({ kinds, signal: end.signal })) {
        calls.push(call);
      }
    };
    const reading = read().catch((error: unknown) => {
      if (!end.signal.aborted) throw error;
    });
    const logIn = async () => {
      const payload = { accessKey: 'anna', secretKey: 'anna-secret-key' };
      const call = {
        method: 'POST',
        url: '/api/v1/login',
        payload,
        remoteAddress: OFFICE,
      } as const;
      await test.anonymous.send(call);
      return calls.find(({ name, http }) => /assumerole/i.test(name) && http?.client === OFFICE);
    };
    // The trace may start a moment later.
    await expect.poll(logIn).toBeDefined();
    end.abort();
    await reading;
    expect(JSON.stringify(calls)).toContain('X-Forwarded-For');
    const { consoleSecret } = test.target;
    if (consoleSecret !== undefined) expect(JSON.stringify(calls)).not.toContain(consoleSecret);
  });
});

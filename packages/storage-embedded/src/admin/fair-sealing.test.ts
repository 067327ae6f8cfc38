import type { Credentials } from '@stowage/storage-wire/sigv4';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addUser,
  adminCaller,
  errorOf,
  startTestStorage,
  type TestStorage,
} from '../testing/test-storage.ts';

/** Somebody without any policy. */
const NOBODY: Credentials = { accessKey: 'nobody', secretKey: 'nobody-secret' };
const MANY = 100;

let storage: TestStorage;
beforeAll(async () => {
  storage = await startTestStorage();
  await addUser(storage, NOBODY, '');
});
afterAll(() => storage.close());

const admin = adminCaller(() => storage);

describe('sealed payloads', () => {
  it('of one user who asks for many keep root waiting for one at a time only', async () => {
    let done = 0;
    const refused: string[] = [];
    const list = async () => {
      const answer = await admin('GET', 'list-service-accounts', '', NOBODY);
      done += 1;
      if (answer.status !== 200) {
        refused.push(errorOf(answer));
      }
    };
    const calls = Array.from({ length: MANY }, list);
    // Those beyond the bound are refused at once: then the rest waits.
    await Promise.race(calls);
    const before = done - refused.length;
    expect((await admin('GET', 'list-users')).status).toBe(200);
    expect(done - refused.length - before).toBeLessThan(10);
    await Promise.all(calls);
    expect(new Set(refused)).toEqual(new Set(['429 TooManyRequests']));
  });

  it('are not opened for one who may not do what they ask for', async () => {
    // Nothing that is sealed: opening it would say so.
    const body = 'not sealed';
    expect(errorOf(await admin('PUT', 'add-service-account', body, NOBODY))).toBe(
      '403 AccessDenied',
    );
    const update = 'update-service-account?accessKey=some';
    expect(errorOf(await admin('POST', update, body, NOBODY))).toBe('403 AccessDenied');
  });
});

import { createHash } from 'node:crypto';
import type { Credentials } from '@stowage/storage-wire/sigv4';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  addUser,
  adminCaller,
  errorOf,
  ROOT,
  startTestStorage,
  type TestStorage,
} from '../testing/test-storage.ts';

/** Key derivations in progress, with their secrets; they finish when the test lets them. */
const derivations = vi.hoisted(() => ({
  held: undefined as { secret: string; end: () => void }[] | undefined,
}));

vi.mock('node:crypto', async (original) => {
  type Derived = (error: Error | null, key: Buffer) => void;
  const real = await original<typeof import('node:crypto')>();
  return {
    ...real,
    argon2: (_: string, of: { message: string; nonce: Uint8Array }, done: Derived) => {
      const key = createHash('sha256').update(of.message).update(of.nonce).digest();
      const end = () => done(null, key);
      const { held } = derivations;
      return held === undefined ? end() : held.push({ secret: of.message, end });
    },
  };
});

/** A user without any policy. */
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
    const held: { secret: string; end: () => void }[] = [];
    derivations.held = held;
    const refused: string[] = [];
    const list = async () => {
      const answer = await admin('GET', 'list-service-accounts', '', NOBODY);
      if (answer.status !== 200) {
        refused.push(errorOf(answer));
      }
    };
    const calls = Array.from({ length: MANY }, list);
    // One is running, 64 are waiting.
    await vi.waitFor(() => expect(refused).toHaveLength(MANY - 65), 30_000);
    expect(new Set(refused)).toEqual(new Set(['429 TooManyRequests']));
    const users = admin('GET', 'list-users');
    // Later calls that need no key: once they are answered, the earlier one is waiting.
    await admin('GET', 'groups');
    await admin('GET', 'groups');
    const order: string[] = [];
    for (let left = 66; left > 0; left -= 1) {
      const next = await vi.waitFor(() => held.shift() ?? expect.fail('none has begun'), 30_000);
      order.push(next.secret);
      next.end();
    }
    expect((await users).status).toBe(200);
    expect(order.indexOf(ROOT.secretKey)).toBeLessThanOrEqual(2);
    derivations.held = undefined;
    await Promise.all(calls);
  });

  it('are not opened for one who may not do what they ask for', async () => {
    // Not sealed: opening it would fail with a different error.
    const body = 'not sealed';
    expect(errorOf(await admin('PUT', 'add-service-account', body, NOBODY))).toBe(
      '403 AccessDenied',
    );
    const update = 'update-service-account?accessKey=some';
    expect(errorOf(await admin('POST', update, body, NOBODY))).toBe('403 AccessDenied');
  });
});

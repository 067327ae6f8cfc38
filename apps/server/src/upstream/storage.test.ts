import { afterAll, describe, expect, it } from 'vitest';
import type { Session } from '../sessions/session.ts';
import { createStorage } from './storage.ts';

const storage = createStorage({
  endpoint: () => 'http://127.0.0.1:1',
  region: 'us-east-1',
  stsSeconds: 3600,
});
afterAll(() => storage.close());

const session = (accessKey: string): Session => ({
  key: accessKey,
  accountName: 'somebody',
  credentials: { accessKey, secretKey: 's', sessionToken: 't', expiresAt: 0 },
});

describe('the clients of sessions', () => {
  it('are made once for the same credentials', () => {
    expect(storage.clientsOf(session('a'))).toBe(storage.clientsOf(session('a')));
    expect(storage.clientsOf(session('a'))).not.toBe(storage.clientsOf(session('b')));
  });

  it('are forgotten when they were not used for the longest time', () => {
    const kept = storage.clientsOf(session('kept'));
    const first = storage.clientsOf(session('first'));
    for (let index = 0; index < 499; index += 1) {
      storage.clientsOf(session(`other-${index}`));
      storage.clientsOf(session('kept'));
    }
    expect(storage.clientsOf(session('kept'))).toBe(kept);
    expect(storage.clientsOf(session('first'))).not.toBe(first);
  });
});

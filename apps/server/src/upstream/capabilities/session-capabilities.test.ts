import type { Capabilities } from '@stowage/domain/capabilities';
import { createAdminClient } from '@stowage/storage-client/admin';
import { StorageRequestError, StorageUnreachableError } from '@stowage/storage-client/errors';
import { createS3Client } from '@stowage/storage-client/s3';
import { describe, expect, it } from 'vitest';
import type { Session } from '../../sessions/session.ts';
import { ALL_CAPABILITIES, sessionCapabilities } from './session-capabilities.ts';

const refusal = (status: number, code: string) =>
  new StorageRequestError({ status, code, message: '' });

function setUp(accountInfo: () => unknown, source: 'keys' | 'assume-role' = 'keys') {
  const session: Session = {
    ...{ key: 'k', accountName: 'a', tokenHash: '', byCookieAlone: false, endsAt: 0 },
    address: '192.0.2.1',
    provenAt: 0,
    audience: { server: 'test', mount: '/' },
    credentials: { source, accessKey: 'a', secretKey: 's', expiresAt: 0 },
  };
  const client = { endpoint: 'http://127.0.0.1:1', region: 'r', credentials: session.credentials };
  let asked = 0;
  const clients = {
    s3: { ...createS3Client(client), listBuckets: async () => [] },
    admin: {
      ...createAdminClient(client),
      accountInfo: async () => {
        asked += 1;
        const answer = accountInfo();
        if (answer instanceof Error) throw answer;
        return { accountName: 'a', backend: { type: 'Erasure' }, policy: {}, buckets: [] };
      },
    },
  };
  const kept: Capabilities[] = [];
  const capabilities = sessionCapabilities({
    clientsOf: () => clients,
    keep: async (_session, found) => void kept.push(found),
  });
  return { capabilities, session, kept, asked: () => asked };
}

describe('what the server of a session offers', () => {
  it('is all of it with the Admin API, asked once and kept', async () => {
    const { capabilities, session, kept, asked } = setUp(() => undefined);
    const answers = await Promise.all([capabilities.of(session), capabilities.of(session)]);
    expect(answers).toEqual([ALL_CAPABILITIES, ALL_CAPABILITIES]);
    expect(await capabilities.of(session)).toBe(ALL_CAPABILITIES);
    expect(asked()).toBe(1);
    expect(kept).toEqual([ALL_CAPABILITIES]);
  });

  it('is read from the session where it is known', async () => {
    const { capabilities, session, asked } = setUp(() => undefined);
    const known = { ...ALL_CAPABILITIES, admin: false };
    expect(await capabilities.of({ ...session, capabilities: known })).toBe(known);
    expect(asked()).toBe(0);
  });

  it.each([
    [404, 'NoSuchBucket'],
    [404, 'NoSuchKey'],
    [405, 'MethodNotAllowed'],
    [501, 'NotImplemented'],
    [301, 'PermanentRedirect'],
    [403, 'AccessDenied'],
    [200, 'InvalidResponse'],
  ])('lacks the Admin API where that is answered with %i %s', async (status, code) => {
    const { capabilities, session, kept, asked } = setUp(() => refusal(status, code));
    expect(await capabilities.of(session)).toMatchObject({ admin: false, quota: false });
    // There was no bucket to query.
    expect(kept).toEqual([]);
    await capabilities.of(session);
    expect(asked()).toBe(2);
  });

  it.each([
    ['keys', refusal(403, 'InvalidAccessKeyId')],
    ['keys', refusal(503, 'SlowDown')],
    ['keys', new StorageUnreachableError(undefined)],
    ['assume-role', refusal(403, 'AccessDenied')],
  ] as const)('is not said with %s: %s', async (source, error) => {
    const { capabilities, session, kept } = setUp(() => error, source);
    await expect(capabilities.of(session)).rejects.toBe(error);
    expect(kept).toEqual([]);
  });
});

import { capabilitiesWhere } from '@stowage/domain/capabilities';
import { expect, it } from 'vitest';
import { sealerWith } from '../state/sealer.ts';
import { openSqlite } from '../state/sqlite.ts';
import { storesOn } from '../state/state.ts';
import type { LoginProof } from './session.ts';
import { createSessions } from './sessions.ts';

const HOUR = 3_600_000;
const tokenOf = (proof: LoginProof) => ('token' in proof ? proof.token : '');

it('keeps what the identity provider gives, whatever else is noted with the session meanwhile', async () => {
  let now = 1_000_000_000_000;
  const shown: string[] = [];
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { sessions: store, leases } = storesOn(openSqlite(':memory:'));
  const sessions = createSessions({
    ...{ store, leases, now: () => now },
    serverAt: () => 'https://storage.example',
    sealer: sealerWith(Buffer.alloc(32, 1)),
    limits: { idle: 12 * HOUR, total: 7 * 24 * HOUR },
    issue: async (_server, proof) => ({
      ...{ accessKey: tokenOf(proof), secretKey: 's', sessionToken: 't' },
      ...{ source: 'assume-role', expiresAt: now + 12 * HOUR },
    }),
    async renewIdentity(former) {
      shown.push(former.refreshToken);
      asked.resolve();
      await answered.promise;
      const { subject } = former;
      const renewal = { ...former, refreshToken: 'second' };
      return { identity: { subject, token: `token-${shown.length}` }, renewal };
    },
    isRefusal: () => false,
    onRenewalFailure: (error) => expect.fail(String(error)),
    onTouchFailure: (error) => expect.fail(String(error)),
    record: () => undefined,
  });
  const subject = 'issuer\nalice';
  const { cookie, session } = await sessions.open({
    proof: { subject, token: 'token' },
    identity: {
      ...{ provider: 'openid', url: 'https://id.example', clientId: 'stowage' },
      ...{ subject, refreshToken: 'first' },
    },
    ...{ accountName: 'alice', mount: '/', client: { address: '192.0.2.1', userAgent: '' } },
    ...{ keepSignedIn: false, byCookieAlone: false },
  });
  const capabilities = capabilitiesWhere(() => true);
  now += 10 * HOUR;
  await sessions.find(cookie, '/');
  await asked.promise;
  await sessions.keepCapabilities(session, capabilities);
  answered.resolve();
  await expect
    .poll(() => sessions.find(cookie, '/'))
    .toMatchObject({ credentials: { accessKey: 'token-1' }, capabilities });
  expect(shown).toEqual(['first']);
});

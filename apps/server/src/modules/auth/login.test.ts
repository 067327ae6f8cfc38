import type { SecurityEventName } from '@stowage/contract/security-log';
import { describe, expect, it } from 'vitest';
import { ConsoleError } from '../../console-error.ts';
import type { OpenedSession } from '../../sessions/sessions.ts';
import { openSqliteState } from '../../state/state.ts';
import { createLogIn } from './login.ts';
import { createLoginLimit } from './login-limit.ts';

const OPENED: OpenedSession = {
  cookie: 'c',
  token: 't',
  lifetime: 1,
  session: {
    key: 'k',
    audience: { server: 'test', mount: '/' },
    accountName: 'alice',
    address: '192.0.2.1',
    credentials: {
      source: 'assume-role',
      accessKey: 'a',
      secretKey: 's',
      sessionToken: 't',
      expiresAt: 1,
    },
    tokenHash: '',
    provenAt: 0,
    byCookieAlone: false,
    endsAt: 1,
  },
};

function setUp() {
  const events: SecurityEventName[] = [];
  const opened: string[] = [];
  const logIn = createLogIn({
    limit: createLoginLimit({
      counts: openSqliteState(':memory:').loginCounts,
      now: Date.now,
      sleep: async (_ms, signal) => signal.throwIfAborted(),
    }),
    record: ({ event }) => events.push(event),
    sessions: {
      async open({ proof }) {
        const secretKey = 'secretKey' in proof ? proof.secretKey : '';
        opened.push(secretKey);
        if (secretKey !== 'right') throw new ConsoleError('InvalidLogin');
        return OPENED;
      },
    },
  });
  const attempt = (secretKey: string, address: string, signal = new AbortController().signal) =>
    logIn(
      {
        proof: { accessKey: 'alice', secretKey },
        accountName: 'alice',
        client: { address, userAgent: '' },
        mount: '/',
        keepSignedIn: false,
        byCookieAlone: false,
      },
      signal,
    );
  return { attempt, events, opened };
}

describe('the login', () => {
  it('lets the right password in after forty failures from everywhere', async () => {
    const { attempt, events } = setUp();
    const failures = Array.from({ length: 40 }, (_, index) => attempt('wrong', `10.0.0.${index}`));
    for (const { status } of await Promise.allSettled(failures)) expect(status).toBe('rejected');
    expect(await attempt('right', '198.51.100.1')).toBe(OPENED);
    expect(events).toEqual([...Array(40).fill('login.failed'), 'login.succeeded']);
  });

  it('lets the right password in after twelve failures from the same address', async () => {
    const { attempt } = setUp();
    const failures = Array.from({ length: 12 }, () => attempt('wrong', '10.0.0.1'));
    await Promise.allSettled(failures);
    expect(await attempt('right', '10.0.0.1')).toBe(OPENED);
  });

  it('tries nothing for a browser that went away while it waited', async () => {
    const { attempt, opened } = setUp();
    await Promise.allSettled(Array.from({ length: 10 }, () => attempt('wrong', '10.0.0.1')));
    const gone = AbortSignal.abort();
    await expect(attempt('right', '10.0.0.1', gone)).rejects.toThrow(gone.reason);
    expect(opened).not.toContain('right');
  });
});

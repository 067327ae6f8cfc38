import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LoginKeys } from '../sessions/session.ts';
import { startTestConsole, type TestCaller, type TestConsole } from '../testing/test-console.ts';
import { openSocket, originOf } from '../testing/test-socket.ts';
import { LOOK_MS } from './open-streams.ts';

const HOUR = 3_600_000;
const POLICY = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
};
const ENDED = { code: 1008, reason: 'SessionRequired' };

let test: TestConsole;
let root: TestCaller;
let users = 0;
beforeAll(async () => {
  test = await startTestConsole();
  await originOf(test);
  await test.s3.makeBucket({ bucket: 'watched' });
  root = await test.logIn();
});
beforeEach(() => {
  // Neither the heartbeat nor the check of the store runs unless triggered.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
  test.clock.offset = 0;
  vi.useRealTimers();
  // Closing the last socket clears the timer, which belongs to the test's fake clock.
  await expect.poll(() => test.app.websocketServer.clients.size).toBe(0);
});
afterAll(() => test.close());

const watch = (caller: TestCaller) => openSocket(test, caller, '/ws/watch/watched');

interface Ends {
  readonly keys: LoginKeys;
  readonly watching: TestCaller;
  /** Another session of the same account. */
  readonly other: TestCaller;
}

async function newUser(): Promise<Ends> {
  users += 1;
  const keys = await test.addUser(`watcher-${users}`, POLICY);
  return { keys, watching: await test.logIn(keys), other: await test.logIn(keys) };
}

async function idOf(caller: TestCaller, url: string, mine: (listed: Listed) => boolean) {
  const { sessions }: { sessions: Listed[] } = (await caller.send({ url })).json();
  return sessions.find(mine)?.id ?? '';
}

interface Listed {
  readonly id: string;
  readonly current: boolean;
  readonly accountName?: string;
}

const WAYS: readonly (readonly [
  string,
  (ends: Ends) => Promise<{ readonly statusCode: number }>,
])[] = [
  [
    'the logout in another tab',
    ({ watching }) => watching.send({ method: 'POST', url: '/api/v1/logout' }),
  ],
  [
    'the end of all other sessions',
    ({ other }) => other.send({ method: 'DELETE', url: '/api/v1/sessions' }),
  ],
  [
    'its end in the list of the own sessions',
    async ({ other }) => {
      const id = await idOf(other, '/api/v1/sessions', ({ current }) => !current);
      return other.send({ method: 'DELETE', url: `/api/v1/sessions/${id}` });
    },
  ],
  [
    'a change of the password',
    ({ keys, other }) =>
      other.send({
        ...{ method: 'POST', url: '/api/v1/account/change-password' },
        payload: { current_secret_key: keys.secretKey, new_secret_key: 'another-secret-key' },
      }),
  ],
  [
    'an administrator',
    async ({ keys, other }) => {
      await other.send({ method: 'POST', url: '/api/v1/logout' });
      const url = '/api/v1/console-sessions';
      const id = await idOf(root, url, ({ accountName }) => accountName === keys.accessKey);
      return root.send({ method: 'DELETE', url: `${url}/${id}` });
    },
  ],
];

describe('the streams of a session', () => {
  it.each(WAYS)('end at once with %s', async (_way, end) => {
    const ends = await newUser();
    const streams = [await watch(ends.watching), await watch(ends.watching)];
    expect((await end(ends)).statusCode).toBeLessThan(300);
    expect(await Promise.all(streams.map(({ closed }) => closed))).toEqual([ENDED, ENDED]);
  });

  it('leave those of other sessions alone', async () => {
    const { watching, other } = await newUser();
    const [gone, stays] = [await watch(watching), await watch(other)];
    await watching.send({ method: 'POST', url: '/api/v1/logout' });
    expect(await gone.closed).toEqual(ENDED);
    vi.advanceTimersByTime(LOOK_MS);
    expect((await other.send({ url: '/api/v1/session' })).statusCode).toBe(200);
    expect(stays.socket.readyState).toBe(stays.socket.OPEN);
    stays.socket.terminate();
  });

  it('end when their time is over', async () => {
    const { closed } = await watch((await newUser()).watching);
    test.clock.offset = 8 * 24 * HOUR;
    vi.advanceTimersByTime(LOOK_MS);
    expect(await closed).toEqual(ENDED);
  });
});

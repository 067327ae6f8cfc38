import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';

let test: TestConsole;
let root: TestCaller;
let alice: TestCaller;
let auditor: TestCaller;

const allow = (...actions: string[]) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: actions, Resource: ['arn:aws:s3:::*'] }],
});

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
  alice = await test.logIn(await test.addUser('alice', allow('s3:*')));
  auditor = await test.logIn(await test.addUser('auditor', allow('admin:ListUsers')));
});
afterAll(() => test.close());

interface Listed {
  readonly id: string;
  readonly accountName: string;
  readonly current: boolean;
}

async function list(caller: TestCaller): Promise<readonly Listed[]> {
  const response = await caller.send({ url: '/api/v1/console-sessions' });
  expect(response.statusCode).toBe(200);
  return response.json().sessions;
}

const sessionOf = async (account: string) =>
  (await list(root)).find(({ accountName }) => accountName === account)?.id ?? '';

const end = (caller: TestCaller, id: string) =>
  caller.send({ method: 'DELETE', url: `/api/v1/console-sessions/${id}` });

describe('the sessions of a console', () => {
  it('are listed for whoever may list users, of all accounts', async () => {
    const listed = await list(auditor);
    expect(listed.map(({ accountName }) => accountName)).toEqual(
      expect.arrayContaining(['alice', 'auditor', test.target.accessKey]),
    );
    expect(listed.filter(({ current }) => current)).toMatchObject([
      { accountName: 'auditor', origin: 'server' },
    ]);
  });

  it("are nobody else's business", async () => {
    const response = await alice.send({ url: '/api/v1/console-sessions' });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({
      errorCode: 'AccessDenied',
      detailedMessage: expect.stringContaining('admin:ListUsers'),
    });
  });

  it('are ended only by whoever may disable users', async () => {
    const id = await sessionOf('alice');
    for (const caller of [auditor, alice]) {
      const refused = await end(caller, id);
      expect(refused.statusCode).toBe(403);
    }
    expect((await alice.send({ url: '/api/v1/session' })).statusCode).toBe(200);
    expect((await end(root, id)).statusCode).toBe(204);
    expect((await alice.send({ url: '/api/v1/session' })).statusCode).toBe(401);
    expect((await end(root, id)).json()).toMatchObject({ errorCode: 'NotFound' });
    expect(await test.events.latest(1)).toMatchObject([
      {
        event: 'session.revoked',
        account: 'alice',
        reason: `ended by ${test.target.accessKey}`,
      },
    ]);
  });

  it('tell how long one may be idle', async () => {
    const session = (await root.send({ url: '/api/v1/session' })).json();
    expect(session.idleSeconds).toBe(3600);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';

const MINUTE = 60_000;
let test: TestConsole;

beforeAll(async () => {
  test = await startTestConsole();
});
// Temporary credentials expire by the storage server's own clock.
beforeEach(() => {
  test.clock.offset = 0;
});
afterAll(() => test.close());

const deleteNobody = (caller: TestCaller) =>
  caller.send({ method: 'DELETE', url: '/api/v1/user?name=nobody' });
const deleteBucket = (caller: TestCaller, query: string) =>
  caller.send({ method: 'DELETE', url: `/api/v1/buckets/no-such-bucket${query}` });
const empty = (caller: TestCaller) =>
  caller.send({ method: 'POST', url: '/api/v1/buckets/no-such-bucket/empty', payload: {} });
const confirm = (caller: TestCaller, secretKey: string) =>
  caller.send({ method: 'POST', url: '/api/v1/session/confirm', payload: { secretKey } });

async function agedSession(): Promise<TestCaller> {
  const caller = await test.logIn();
  test.clock.offset += 16 * MINUTE;
  return caller;
}

describe('what destroys', () => {
  it('is done for a session of the last 15 minutes', async () => {
    const caller = await test.logIn();
    test.clock.offset += 14 * MINUTE;
    expect((await deleteNobody(caller)).json()).toMatchObject({ errorCode: 'NotFound' });
  });

  it('asks an older session for the password, before anything else is looked at', async () => {
    const caller = await agedSession();
    const answers = [
      await deleteNobody(caller),
      await deleteBucket(caller, '?force=true'),
      await empty(caller),
      await caller.send({ method: 'POST', url: '/api/v1/service/restart' }),
      await caller.send({ method: 'DELETE', url: '/api/v1/admin/tiers/s3/NONE' }),
    ];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ errorCode: 'PasswordRequired' });
    }
    // An empty bucket can be recreated.
    expect((await deleteBucket(caller, '')).json()).toMatchObject({ errorCode: 'BucketNotFound' });
  });

  it('is done once the password was entered again, for another 15 minutes', async () => {
    const caller = await agedSession();
    const wrong = await confirm(caller, 'not-the-password');
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json()).toMatchObject({ errorCode: 'WrongPassword', field: 'secretKey' });
    expect((await deleteNobody(caller)).json()).toMatchObject({ errorCode: 'PasswordRequired' });
    expect(await test.events.latest(1)).toMatchObject([{ event: 'password.refused' }]);

    expect((await confirm(caller, test.target.secretKey)).statusCode).toBe(204);
    expect((await deleteNobody(caller)).json()).toMatchObject({ errorCode: 'NotFound' });
    test.clock.offset += 16 * MINUTE;
    expect((await deleteNobody(caller)).json()).toMatchObject({ errorCode: 'PasswordRequired' });
  });

  it('is not confirmed without a session', async () => {
    expect((await confirm(test.anonymous, test.target.secretKey)).statusCode).toBe(401);
  });
});

import { MAX_OPEN_JOBS } from '@stowage/contract/jobs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';
import {
  ended,
  failuresOf,
  jobOf,
  keysOf,
  newBucket,
  post,
  putAll,
  start,
} from './testing/job-calls.ts';

const READ_ALL = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
};

let test: TestConsole;
let root: TestCaller;
beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
});
afterEach(() => {
  test.gate.set('open');
  test.clock.offset = 0;
});
afterAll(() => test.close());

/** Blocks copies until it is reset: those already started wait for a retry. */
const holdCopies = (after = 0) => {
  let copies = 0;
  test.gate.set('closed', ({ method, headers }) => {
    if (method !== 'PUT' || headers['x-amz-copy-source'] === undefined) return false;
    copies += 1;
    return copies > after;
  });
  return () => copies;
};

async function copying(caller: TestCaller, after = 0) {
  const bucket = await newBucket(test);
  await putAll(
    test,
    bucket,
    Array.from({ length: 20 }, (_, index) => `in/${index + 10}`),
  );
  const copies = holdCopies(after);
  const request = { kind: 'copy', bucket, selection: { prefix: 'in/' }, conflict: 'keep-both' };
  const job = await start(caller, { ...request, target: { bucket, prefix: 'to/' } });
  await expect.poll(copies, { timeout: 15_000 }).toBeGreaterThan(after);
  return { bucket, job };
}

const failedForWantOfSession = (id: string) =>
  expect
    .poll(() => test.log.join(), { timeout: 15_000 })
    .toMatch(new RegExp(`${id}.*SessionRequired`));

describe('a job', () => {
  it('is canceled in the middle, and goes on from there when it is retried', async () => {
    const { bucket, job } = await copying(root, 5);
    expect((await post(root, `/${job.id}/cancel`)).statusCode).toBe(200);
    const canceled = await ended(root, job.id);
    expect(canceled).toMatchObject({ state: 'canceled', retriable: true, failed: 0 });
    expect(canceled.done.objects).toBeLessThan(20);
    test.gate.set('open');
    await post(root, `/${job.id}/retry`);
    expect(await ended(root, job.id)).toMatchObject({ state: 'done', done: { objects: 20 } });
    // None is copied twice, although the conflict rule keeps both.
    expect(await keysOf(test, bucket, 'to/')).toHaveLength(20);
  });

  it('ends with the session, says so, and goes on after another login of the same user alone', async () => {
    const keys = await test.addUser('short-lived', READ_ALL);
    const user = await test.logIn(keys);
    const { bucket, job } = await copying(user, 5);
    await user.send({ method: 'POST', url: '/api/v1/logout' });
    const later = await test.logIn(keys);
    expect(await ended(later, job.id)).toMatchObject({
      state: 'failed',
      failure: { code: 'SessionRequired' },
      retriable: true,
    });
    test.gate.set('open');
    expect((await post(root, `/${job.id}/retry`)).statusCode).toBe(404);
    await post(later, `/${job.id}/retry`);
    expect(await ended(later, job.id)).toMatchObject({ state: 'done', done: { objects: 20 } });
    expect(await keysOf(test, bucket, 'to/')).toHaveLength(20);
  });

  it('ends when the session has been idle for too long', async () => {
    const keys = await test.addUser('went-home', READ_ALL);
    const { job } = await copying(await test.logIn(keys));
    test.clock.offset = 3_600_001;
    await failedForWantOfSession(job.id);
  });

  it('ends when the storage server no longer takes its account', async () => {
    const keys = await test.addUser('locked-out', READ_ALL);
    const user = await test.logIn(keys);
    const { bucket, job } = await copying(user);
    await test.admin.setUserStatus({ accessKey: keys.accessKey, status: 'disabled' });
    test.gate.set('open');
    await failedForWantOfSession(job.id);
    expect(await keysOf(test, bucket, 'to/')).toEqual([]);
  });

  it('cannot be one of too many that wait, and is forgotten when its owner says so', async () => {
    const keys = await test.addUser('busy', READ_ALL);
    const user = await test.logIn(keys);
    const { bucket, job } = await copying(user);
    const request = { kind: 'delete', bucket, selection: { prefix: 'nothing/' } };
    // Another job of the account runs; the others wait.
    const second = await copying(user);
    for (let open = 2; open < MAX_OPEN_JOBS; open += 1) await start(user, request);
    const refused = await post(user, '', request);
    expect(refused.json()).toMatchObject({ code: 429, errorCode: 'TooManyJobs' });
    const forget = { method: 'DELETE', url: '/api/v1/jobs' } as const;
    expect((await user.send({ ...forget, url: `/api/v1/jobs/${job.id}` })).statusCode).toBe(404);
    const { jobs } = (await user.send({ url: '/api/v1/jobs' })).json();
    const states = jobs.map(({ state }: { state: string }) => state);
    expect(states.filter((state: string) => state === 'running')).toHaveLength(2);

    for (const { id } of jobs) await post(user, `/${id}/cancel`);
    await ended(user, second.job.id);
    await ended(user, job.id);
    const one = { ...forget, url: `/api/v1/jobs/${job.id}` };
    expect((await user.send(one)).statusCode).toBe(204);
    expect((await user.send(forget)).statusCode).toBe(204);
    expect((await user.send({ url: '/api/v1/jobs' })).json()).toEqual({ jobs: [] });
  });

  it('is nobody else’s, and nothing of it is in the log', async () => {
    const bucket = await newBucket(test);
    const keys = await test.addUser('curious', READ_ALL);
    const other = await test.logIn(keys);
    const selection = { items: ['confidential-name'] };
    const job = await start(root, { kind: 'delete', bucket, selection });
    await ended(root, job.id);
    expect((await other.send({ url: '/api/v1/jobs' })).json()).toEqual({ jobs: [] });
    expect((await other.send({ url: `/api/v1/jobs/${job.id}/failures` })).statusCode).toBe(404);
    expect((await post(other, `/${job.id}/cancel`)).statusCode).toBe(404);
    const remove = { method: 'DELETE', url: `/api/v1/jobs/${job.id}` } as const;
    expect((await other.send(remove)).statusCode).toBe(404);
    expect(test.log.join()).toContain('job ended');
    expect(test.log.join()).not.toContain('confidential-name');
    expect(await jobOf(root, job.id)).toMatchObject({ state: 'done', skipped: 1 });
    expect(await failuresOf(root, job.id)).toEqual([]);
    const nothing = await post(root, `/${job.id}/retry`);
    expect(nothing.json()).toMatchObject({ code: 400, errorCode: 'InvalidInput' });
  });
});

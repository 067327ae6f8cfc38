import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';

let console: TestConsole;
let root: TestCaller;
beforeAll(async () => {
  console = await startTestConsole();
  root = await console.logIn();
});
afterAll(() => console.close());

const profile = (caller: TestCaller, payload: object) =>
  caller.send({ method: 'POST', url: '/api/v1/admin/profile', payload });

it('passes on the zip of the storage server', async () => {
  const { statusCode, headers, rawPayload } = await profile(root, { kinds: ['mem'], seconds: 1 });
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="profile.zip"',
  });
  expect(rawPayload.includes('profile-mem.json')).toBe(true);
});

it('says what the storage server does not offer', async () => {
  const response = await profile(root, { kinds: ['mutex'], seconds: 1 });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({
    detailedMessage: expect.stringContaining('cpu and mem'),
  });
});

it('refuses what is no profile or too long, and whoever may not', async () => {
  for (const body of [
    { kinds: ['moon'], seconds: 1 },
    { kinds: [], seconds: 1 },
    { kinds: ['mem'], seconds: 31 },
  ]) {
    expect((await profile(root, body)).statusCode).toBe(400);
  }
  const keys = await console.addUser('no-profile', {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: 's3:*', Resource: 'arn:aws:s3:::*' }],
  });
  const other = await console.logIn(keys);
  expect((await profile(other, { kinds: ['mem'], seconds: 1 })).statusCode).toBe(403);
});

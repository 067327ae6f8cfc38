import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';

let console: TestConsole;
let root: TestCaller;
beforeAll(async () => {
  console = await startTestConsole();
  root = await console.logIn();
});
afterAll(() => console.close());

const inspect = (caller: TestCaller, query: Record<string, string>) =>
  caller.send({ method: 'GET', url: `/api/v1/admin/inspect?${new URLSearchParams(query)}` });

it('says that the embedded store keeps no files of single objects', async () => {
  const response = await inspect(root, { volume: 'photos', file: 'a b.jpg/xl.meta' });
  expect(response.statusCode).toBe(501);
  expect(response.json()).toMatchObject({ errorCode: 'NotSupported' });
});

it.each([
  ['volume', { volume: '', file: 'a/xl.meta' }],
  ['file', { volume: 'photos', file: '' }],
  ['file', { volume: 'photos', file: 'a'.repeat(1101) }],
])('names the wrong field %s', async (field, query) => {
  const response = await inspect(root, query);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field });
});

it('refuses whoever may not', async () => {
  const keys = await console.addUser('no-inspection', {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: 's3:*', Resource: 'arn:aws:s3:::*' }],
  });
  const other = await console.logIn(keys);
  const response = await inspect(other, { volume: 'photos', file: 'a/xl.meta' });
  expect(response.statusCode).toBe(403);
});

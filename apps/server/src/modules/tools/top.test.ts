import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';

let console: TestConsole;
let root: TestCaller;
beforeAll(async () => {
  console = await startTestConsole();
  root = await console.logIn();
});
afterAll(() => console.close());

it('tells the use of every drive, and no latency where none is measured', async () => {
  const { drives } = (await root.send({ url: '/api/v1/admin/top-drives' })).json();
  expect(drives).toHaveLength(4);
  for (const drive of drives) {
    expect(drive).toMatchObject({ state: 'ok', waiting: 0, errors: 0 });
    expect(drive.usedSpace).toBeGreaterThan(0);
    expect(drive).not.toHaveProperty('lastMinute');
  }
});

it('tells the locks that are held', async () => {
  const response = await root.send({ url: '/api/v1/admin/top-locks' });
  expect(response.json()).toEqual({ locks: [] });
});

it('is for those only who may', async () => {
  const keys = await console.addUser('no-top', {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: 's3:*', Resource: 'arn:aws:s3:::*' }],
  });
  const other = await console.logIn(keys);
  for (const url of ['/api/v1/admin/top-drives', '/api/v1/admin/top-locks']) {
    expect((await other.send({ url })).statusCode).toBe(403);
  }
});

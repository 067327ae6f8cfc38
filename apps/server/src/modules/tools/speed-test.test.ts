import type { SpeedMessage } from '@stowage/contract/tools/speed-test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';
import { openSocket, originOf } from '../../testing/test-socket.ts';

let console: TestConsole;
let root: TestCaller;
let other: TestCaller;
beforeAll(async () => {
  console = await startTestConsole();
  await originOf(console);
  root = await console.logIn();
  const keys = await console.addUser('no-tests', {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: 's3:*', Resource: 'arn:aws:s3:::*' }],
  });
  other = await console.logIn(keys);
});
afterAll(() => console.close());

async function test(kind: string): Promise<SpeedMessage> {
  const socket = await openSocket(console, root, `/ws/speed-test/${kind}`);
  for (;;) {
    const message = (await socket.next()) as SpeedMessage;
    if (message.finished) {
      expect((await socket.closed).code).toBe(1000);
      return message;
    }
  }
}

const results = async () => (await root.send({ url: '/api/v1/admin/speed-tests' })).json().results;

describe('speed tests', () => {
  it('measure drives, and the result is kept', async () => {
    const { result } = await test('drive');
    expect(result).toMatchObject({
      kind: 'drive',
      at: expect.stringMatching(/^\d{4}-/),
      drives: Array.from({ length: 4 }, () => ({ error: '', read: expect.any(Number) })),
    });
    expect((await results())[0]).toEqual(result);
  });

  it('say so where there is nothing to measure, and keep nothing', async () => {
    const before = await results();
    expect(await test('network')).toEqual({ finished: true });
    expect(await results()).toEqual(before);
  });

  it('are for those only who may, and so are results', async () => {
    const { closed } = await openSocket(console, other, '/ws/speed-test/drive');
    expect(await closed).toEqual({ code: 1008, reason: 'AccessDenied' });
    expect((await other.send({ url: '/api/v1/admin/speed-tests' })).statusCode).toBe(403);
  });

  it('know no other kind', async () => {
    await expect(openSocket(console, root, '/ws/speed-test/moon')).rejects.toThrow('400');
  });
});

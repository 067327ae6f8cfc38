import { kindOfSubsystem } from '@stowage/domain/notification-targets/target-kinds';
import { StorageRequestError } from '@stowage/storage-client/errors';
import { expect, it } from 'vitest';
import type { Turns } from '../../changes/turns.ts';
import { type Trial, testEndpoint } from './test-endpoint.ts';

it('keeps nobody who changes settings waiting while the console looks for the reason', async () => {
  let isTaken = false;
  const take: Turns['take'] = async (_turn, change) => {
    isTaken = true;
    const result = await change({ check: async () => undefined });
    isTaken = false;
    return result;
  };
  const looks: boolean[] = [];
  const kind = kindOfSubsystem('notify_redis');
  if (kind === undefined) throw new TypeError('there is no such kind');
  const result = await testEndpoint({
    ...{ kind, name: undefined, sent: [{ key: 'address', value: '127.0.0.1:1' }] },
    turns: { take } as Turns,
    admin: {
      exportConfig: async () => '',
      getSubsystemKeys: async () => [],
      setConfig: async () => {
        const refusal = { code: 'XMinioConfigError', status: 400, message: 'not connected' };
        throw new StorageRequestError(refusal);
      },
    } as unknown as Trial['admin'],
    refuses: () => {
      looks.push(isTaken);
      return true;
    },
    signal: AbortSignal.timeout(10_000),
  });
  expect(result).toMatchObject({ storage: { passed: false }, console: { host: '127.0.0.1' } });
  expect(looks).toEqual([false]);
});

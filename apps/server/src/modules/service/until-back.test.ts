import { StorageRequestError, StorageUnreachableError } from '@stowage/storage-client/errors';
import { describe, expect, it } from 'vitest';
import { untilBack } from './until-back.ts';

const { signal } = new AbortController();
const refused = (status: number) =>
  new StorageRequestError({ code: 'XMinioServerNotInitialized', status, message: '' });

/** A server that fails this many times, in this order, and then responds. */
function server(...failures: (Error | undefined)[]) {
  let calls = 0;
  return {
    calls: () => calls,
    accountInfo: async () => {
      const failure = failures[calls];
      calls += 1;
      if (failure !== undefined) throw failure;
      return { accountName: '', buckets: [], policy: {}, backend: { type: 'Erasure' } };
    },
  };
}

describe('a server that was told to restart', () => {
  it('is back when it answers for a while, after it was gone and not ready', async () => {
    const gone = new StorageUnreachableError(undefined);
    const restarting = server(undefined, gone, gone, refused(503), refused(403));
    await untilBack(restarting as never, 30_000, signal);
    expect(restarting.calls()).toBe(8);
  });

  it('is given up when it does not come back, with how long it was waited for', async () => {
    const gone = Array.from({ length: 100 }, () => new StorageUnreachableError(undefined));
    await expect(untilBack(server(...gone) as never, 1000, signal)).rejects.toMatchObject({
      code: 'StorageTimeout',
      detail: 'It has not answered for 1 s since the restart.',
    });
  });
});

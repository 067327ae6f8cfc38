import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pair } from '../../testing/replication.ts';
import { errorOf, startTestStorage, type TestStorage } from '../../testing/test-storage.ts';

let source: TestStorage;
let target: TestStorage;

beforeEach(async () => {
  [source, target] = await Promise.all([startTestStorage(), startTestStorage()]);
  await pair(source, target);
});
afterEach(() => Promise.all([source.close(), target.close()]));

const call = (method: string, path: string, headers = {}) => source.call({ method, path, headers });

describe('a bucket that is replicated', () => {
  it('is known as such, and is not removed by force until it is no more', async () => {
    await source.call({ method: 'PUT', path: '/source/a', body: 'x' });
    const account = JSON.parse((await call('GET', '/minio/admin/v3/accountinfo')).text);
    expect(account.Buckets[0]).toMatchObject({ name: 'source', details: { replication: true } });

    const force = { 'x-minio-force-delete': 'true' };
    expect(errorOf(await call('DELETE', '/source', force))).toBe('405 MethodNotAllowed');
    expect((await call('HEAD', '/source/a')).status).toBe(200);

    await call('DELETE', '/source?replication');
    expect((await call('DELETE', '/source', force)).status).toBe(204);
  });
});

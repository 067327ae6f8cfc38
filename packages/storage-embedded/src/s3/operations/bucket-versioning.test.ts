import { afterEach, beforeEach, expect, it } from 'vitest';
import { pair, setVersioning } from '../../testing/replication.ts';
import { startTestStorage, type TestStorage, xmlAt } from '../../testing/test-storage.ts';

let source: TestStorage;
let target: TestStorage;

beforeEach(async () => {
  [source, target] = await Promise.all([startTestStorage(), startTestStorage()]);
});

afterEach(async () => {
  await Promise.all([source.close(), target.close()]);
});

it('keeps versions on while the bucket is replicated, and lets go of them after that', async () => {
  await pair(source, target);
  const refused = await setVersioning(source, 'source', 'Suspended');
  expect([refused.status, xmlAt(refused, 'Code')]).toEqual([409, 'InvalidBucketState']);
  expect(xmlAt(refused, 'Message')).toContain('replication');
  expect((await setVersioning(source, 'source', 'Enabled')).status).toBe(200);
  await source.call({ method: 'DELETE', path: '/source?replication' });
  expect((await setVersioning(source, 'source', 'Suspended')).status).toBe(200);
});

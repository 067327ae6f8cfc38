import { afterEach, beforeEach, expect, it } from 'vitest';
import { rule, setRules, startNotifiedStorage } from '../notifications/testing/notified-storage.ts';
import { WebhookReceiver } from '../notifications/testing/webhook-receiver.ts';
import { eventually } from '../testing/eventually.ts';
import { startTestStorage, type TestStorage } from '../testing/test-storage.ts';
import { AT_ONCE, addTier, setRule, tierOf } from '../testing/tiers.ts';

let served: Awaited<ReturnType<typeof startNotifiedStorage>>;
let target: TestStorage;
let receiver: WebhookReceiver;

beforeEach(async () => {
  [served, target, receiver] = await Promise.all([
    startNotifiedStorage(),
    startTestStorage(),
    new WebhookReceiver().open(),
  ]);
  const { storage } = served;
  await storage.call({ method: 'PUT', path: '/bucket' });
  await target.call({ method: 'PUT', path: '/cold' });
  expect((await addTier(storage, tierOf(target.url))).status).toBe(204);
  expect((await setRule(storage, 'bucket', AT_ONCE)).status).toBe(200);
  expect((await served.use(`notify_webhook endpoint=${receiver.url}`)).status).toBe(200);
  const wanted = rule('_:webhook', ['ObjectTransition:*', 'ObjectRestore:*']);
  expect((await setRules(storage, 'bucket', wanted)).status).toBe(200);
}, 60_000);
afterEach(async () => {
  await Promise.all([served.storage.close(), target.close(), receiver.close()]);
}, 60_000);

/** Scans until targets have received an event. */
async function told(name: string): Promise<readonly string[]> {
  return eventually(
    async () => {
      await served.storage.scan();
      return receiver.names;
    },
    (names) => names.includes(name),
  );
}

it('are told of when a content was moved, could not be moved, was asked for and is here again', async () => {
  const { storage } = served;
  await storage.call({ method: 'PUT', path: '/bucket/key', body: 'a content' });
  expect(await told('s3:ObjectTransition:Complete bucket/key')).toEqual([
    's3:ObjectTransition:Complete bucket/key',
  ]);
  expect(receiver.events[0]?.Records[0]).toMatchObject({
    s3: { bucket: { name: 'bucket' }, object: { key: 'key', size: 9 } },
    source: { userAgent: 'Internal: [ILM-Transition]' },
  });

  const body = '<RestoreRequest><Days>1</Days></RestoreRequest>';
  const restore = { method: 'POST', path: '/bucket/key?restore', body };
  expect((await storage.call(restore)).status).toBe(202);
  const names = await told('s3:ObjectRestore:Completed bucket/key');
  expect(names).toContain('s3:ObjectRestore:Completed bucket/key');
  expect(await told('s3:ObjectRestore:Post bucket/key')).toContain(
    's3:ObjectRestore:Post bucket/key',
  );
  // Extending a copy does not restore it again.
  expect((await storage.call(restore)).status).toBe(200);

  await target.stop();
  await storage.call({ method: 'PUT', path: '/bucket/other', body: 'a content' });
  const all = await told('s3:ObjectTransition:Failed bucket/other');
  expect(all).toContain('s3:ObjectTransition:Failed bucket/other');
  expect(all.filter((name) => name.startsWith('s3:ObjectRestore:'))).toHaveLength(2);
}, 60_000);

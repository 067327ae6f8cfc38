import { afterEach, beforeEach, expect, it } from 'vitest';
import { seal } from '../testing/test-storage.ts';
import { ChildStorage } from './testing/child-storage.ts';
import { rule } from './testing/notified-storage.ts';
import { WebhookReceiver } from './testing/webhook-receiver.ts';

const WRITERS = 8;
const ROUNDS = 3;

let storage: ChildStorage;
let receiver: WebhookReceiver;

beforeEach(async () => {
  receiver = await new WebhookReceiver().open();
  storage = await ChildStorage.start();
  const admin = '/minio/admin/v3';
  const target = await seal(`notify_webhook:primary endpoint=${receiver.url}`);
  const rules = rule('primary:webhook', ['ObjectCreated:*']);
  const body = `<NotificationConfiguration>${rules}</NotificationConfiguration>`;
  for (const call of [
    { method: 'PUT', path: `${admin}/set-config-kv`, body: target },
    { method: 'POST', path: `${admin}/service?action=restart&type=2` },
    { method: 'PUT', path: '/bucket' },
    { method: 'PUT', path: '/bucket?notification', body },
  ]) {
    expect(await storage.call(call)).toBe(200);
  }
});

afterEach(async () => {
  await storage.remove();
  await receiver.close();
});

/** Writes until the store is killed after `count` responses; returns the acknowledged keys. */
async function writeUntilKilled(prefix: string, count: number): Promise<string[]> {
  const done: string[] = [];
  let ended: Promise<void> | undefined;
  const write = async (writer: number) => {
    for (let number = 0; ended === undefined; number++) {
      const key = `${prefix}-${writer}-${number}`;
      try {
        const status = await storage.call({ method: 'PUT', path: `/bucket/${key}`, body: 'x' });
        if (status === 200) {
          done.push(key);
        }
      } catch {
        // Killed during the request, which was therefore not acknowledged.
      }
      if (done.length >= count) {
        ended ??= storage.kill();
      }
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  await ended;
  return done;
}

const missing = (keys: readonly string[]) => {
  const arrived = new Set(receiver.events.map(({ Key }) => Key));
  return keys.filter((key) => !arrived.has(`bucket/${key}`));
};

async function untilArrived(keys: readonly string[]): Promise<void> {
  while (missing(keys).length > 0) {
    await receiver.waitFor(receiver.events.length + 1);
  }
}

it('delivers the event of each acknowledged write though it was killed right after', async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    acknowledged.push(...(await writeUntilKilled(`round${round}`, 30)));
    await storage.start();
  }
  await untilArrived(acknowledged);
  expect(missing(acknowledged)).toEqual([]);
});

it('delivers what happened while the target was down, though it was killed meanwhile', async () => {
  await receiver.close();
  const acknowledged = await writeUntilKilled('down', 20);
  await storage.start();
  await receiver.open();
  await untilArrived(acknowledged);
  expect(acknowledged.length).toBeGreaterThanOrEqual(20);
});

import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rule, setRules, startNotifiedStorage } from './notifications/testing/notified-storage.ts';
import { WebhookReceiver } from './notifications/testing/webhook-receiver.ts';
import { signedHeaders, startTestStorage, type TestStorage } from './testing/test-storage.ts';
import { Wire } from './testing/wire.ts';

const wires: Wire[] = [];
let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await new WebhookReceiver().open();
});
afterEach(async () => {
  for (const wire of wires.splice(0)) {
    wire.destroy();
  }
  await receiver.close();
});

function wireTo(url: string): Wire {
  const wire = new Wire(url);
  wires.push(wire);
  return wire;
}

/** Starts an upload whose body has not been sent yet. */
function beginPut(storage: TestStorage, path: string, body: string): Wire {
  const payloadHash = hash('sha256', body);
  const headers = signedHeaders(storage.url, { method: 'PUT', path, payloadHash });
  const more = { ...headers, 'content-length': String(body.length), expect: '100-continue' };
  return wireTo(storage.url).request('PUT', path, more);
}

async function refusesConnections(url: string): Promise<void> {
  await expect
    .poll(() =>
      fetch(url).then(
        () => false,
        () => true,
      ),
    )
    .toBe(true);
}

describe('an upload under way while the store closes', () => {
  it('is finished in a bucket with event rules, and its event is sent', async () => {
    const { storage, use } = await startNotifiedStorage();
    await storage.call({ method: 'PUT', path: '/bucket' });
    await use(`notify_webhook:hook endpoint=${receiver.url}`);
    await setRules(storage, 'bucket', rule('hook:webhook', ['ObjectCreated:*']));
    const { url } = storage;
    const upload = beginPut(storage, '/bucket/late', 'late');
    await upload.until('100 Continue');
    const closing = storage.restart();
    await refusesConnections(url);
    upload.write('late');
    expect(await upload.end()).toContain('HTTP/1.1 200 OK');
    await closing;
    expect((await storage.call({ path: '/bucket/late' })).text).toBe('late');
    await receiver.waitFor(1);
    expect(receiver.names).toEqual(['s3:ObjectCreated:Put bucket/late']);
    await storage.close();
  });

  it('is told of it when it takes too long', async () => {
    const storage = await startTestStorage({ patience: { requests: 50, answers: 1000 } });
    await storage.call({ method: 'PUT', path: '/bucket' });
    const upload = beginPut(storage, '/bucket/endless', 'endless');
    await upload.until('100 Continue');
    await storage.restart();
    expect(await upload.end()).toMatch(/HTTP\/1\.1 503 .*<Code>ServiceUnavailable<\/Code>/s);
    expect((await storage.call({ path: '/bucket/endless' })).status).toBe(404);
    expect(storage.messages).toEqual([]);
    await storage.close();
  });
});

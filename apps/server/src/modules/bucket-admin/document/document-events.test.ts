import type { BucketDocument } from '@stowage/contract/bucket-admin/document';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventTarget } from '../../../../../../tests/conformance/support/event-target.ts';
import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from '../../../testing/test-console.ts';

let test: TestConsole;
let root: TestCaller;
let webhook: EventTarget;
let arn: string;

beforeAll(async () => {
  test = await startTestConsole();
  webhook = await EventTarget.start(test.target, 'document');
  arn = webhook.arn(test.target);
  root = await test.logIn();
});
afterAll(async () => {
  await webhook.remove();
  await test.close();
});

const settingsOf = (bucket: string) => `/api/v1/buckets/${bucket}/settings`;

const exported = async (bucket: string): Promise<BucketDocument> =>
  (await root.send({ url: settingsOf(bucket) })).json();

const preview = async (bucket: string, payload: object) =>
  (await root.send({ method: 'POST', url: `${settingsOf(bucket)}/preview`, payload })).json();

async function apply(bucket: string, document: object) {
  const { revision } = await preview(bucket, document);
  const payload = { document, sections: ['events'], revision };
  return (await root.send({ method: 'PUT', url: settingsOf(bucket), payload })).json();
}

const rule = (id: string, prefix: string, events: string[]) => ({
  id,
  arn,
  events,
  prefix,
  suffix: '',
  stored: '',
});

describe('subscriptions to events in a document', () => {
  it('are given to another bucket, which keeps those that it has', async () => {
    for (const bucket of ['events-from', 'events-to']) await test.s3.makeBucket({ bucket });
    const uploads = ['s3:ObjectCreated:*', 's3:ObjectRemoved:*'];
    await test.s3.putBucketNotification({
      bucket: 'events-from',
      rules: [rule('one', 'in/', uploads), rule('two', 'out/', ['s3:ObjectCreated:Put'])],
    });
    await test.s3.putBucketNotification({
      bucket: 'events-to',
      rules: [
        rule('goes', 'old/', ['s3:ObjectAccessed:*']),
        rule('stays', 'in/', uploads.toReversed()),
      ],
    });
    const document = await exported('events-from');
    expect(document.settings.events).toHaveLength(2);
    const { changes } = await preview('events-to', document);
    expect(changes).toEqual([
      {
        section: 'events',
        from: expect.stringContaining('old/'),
        to: expect.stringContaining('s3:ObjectCreated:Put'),
      },
    ]);
    expect(await apply('events-to', document)).toEqual({ results: [{ section: 'events' }] });
    const rules = await test.s3.getBucketNotification({ bucket: 'events-to' });
    expect(rules.map(({ prefix }) => prefix).sort()).toEqual(['in/', 'out/']);
    expect(rules.find(({ prefix }) => prefix === 'in/')?.id).toBe('stays');
    expect((await preview('events-to', document)).changes).toEqual([]);
  });

  it('are the same in another order', async () => {
    const document = await exported('events-from');
    const events = document.settings.events?.toReversed().map((subscription) => ({
      ...subscription,
      events: subscription.events.toReversed(),
    }));
    const turned = { ...document, settings: { events } };
    expect((await preview('events-from', turned)).changes).toEqual([]);
  });

  it('go when the document has none', async () => {
    const document = { ...(await exported('events-to')), settings: { events: [] } };
    await apply('events-to', document);
    expect(await test.s3.getBucketNotification({ bucket: 'events-to' })).toEqual([]);
    expect((await exported('events-to')).settings.events).toBeNull();
  });
});

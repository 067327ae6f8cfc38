import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreFixture } from '../engine/testing/store-fixture.ts';
import { type EventRecord, forTargets, makeRecord, objectOf } from './event-record.ts';
import { TargetQueue } from './target-queue.ts';
import type { Target } from './targets/target.ts';

const KIND = 'notify:t:webhook';
const BACK_OFF = { first: 5, longest: 20 };

let fixture: StoreFixture;
let queue: TargetQueue;
const messages: string[] = [];
beforeEach(async () => {
  messages.length = 0;
  fixture = await StoreFixture.create();
});
afterEach(async () => {
  await queue.close();
  await fixture.remove();
});

function record(key: string, event = 'ObjectCreated:Put'): EventRecord {
  const cause = { event, accessKey: 'a', sourceIp: '', userAgent: '', requestId: '' };
  const object = {
    bucket: 'b',
    key,
    versionId: 'null',
    isLatest: true,
    isDeleteMarker: false,
    size: 1,
    etag: 'e',
    modifiedAt: 0,
    contentType: '',
    headers: {},
    metadata: {},
    tags: {},
    storageClass: 'STANDARD',
  };
  const origin = { region: '', hostId: '', deploymentId: '', endpoint: '' };
  const bucket = { name: 'b', versioning: 'off' } as const;
  return forTargets(makeRecord({ event, bucket, object, cause }, origin));
}

/** A target that accepts only what it is allowed to. */
class FakeTarget implements Target {
  readonly taken: string[] = [];
  readonly tried: string[] = [];
  running = new Map<string, number>();
  atOnce = 0;
  refuse: (object: string) => boolean;

  constructor(refuse: (object: string) => boolean = () => false) {
    this.refuse = refuse;
  }

  async send(event: EventRecord): Promise<void> {
    const object = objectOf(event);
    this.running.set(object, (this.running.get(object) ?? 0) + 1);
    this.atOnce = Math.max(this.atOnce, ...this.running.values());
    this.tried.push(object);
    await new Promise((resolve) => setImmediate(resolve));
    this.running.set(object, (this.running.get(object) ?? 0) - 1);
    if (this.refuse(object)) {
      throw new Error('refused');
    }
    this.taken.push(`${object} ${event.s3.object.sequencer}`);
  }

  async check(): Promise<void> {}
  async close(): Promise<void> {}
}

const add = async (...keys: string[]) => {
  for (const key of keys) {
    await fixture.store.queueDocument(KIND, JSON.stringify(record(key)));
  }
};

function open(target: Target, limit = 100): TargetQueue {
  queue = new TargetQueue(fixture.store, target, {
    id: 't:webhook',
    kind: KIND,
    limit,
    log: (_, message) => messages.push(message),
    backOff: BACK_OFF,
  });
  queue.start();
  return queue;
}

const emptied = () => vi.waitFor(() => expect(queue.size).toBe(0), { timeout: 30_000 });
const left = () => fixture.store.countDocuments(KIND);

describe('a queue of events', () => {
  it('delivers what was left by an earlier run, in its order for each object', async () => {
    const keys = Array.from({ length: 400 }, (_, index) => `k${index % 7}`);
    await add(...keys);
    const target = new FakeTarget();
    open(target);
    await emptied();
    expect(left()).toBe(0);
    expect(target.taken).toHaveLength(400);
    expect(target.atOnce).toBe(1);
    for (const object of new Set(keys)) {
      const sequencers = target.taken.filter((line) => line.startsWith(`b/${object} `));
      expect(sequencers).toEqual([...sequencers].sort());
    }
  });

  it('is not held up by an event that its target refuses for ever', async () => {
    await add('bad', 'bad', 'bad', 'a', 'b', 'c', 'bad', 'a');
    const target = new FakeTarget((object) => object === 'b/bad');
    open(target);
    await vi.waitFor(() => {
      expect(target.taken).toHaveLength(4);
      expect(queue.size).toBe(4);
      expect(queue.failure).toBe('refused');
    }, 30_000);
    target.refuse = () => false;
    await emptied();
    expect(target.taken.filter((line) => line.startsWith('b/bad'))).toHaveLength(4);
    expect(messages).toContain('Events cannot be delivered; they wait.');
  });

  it('asks a target that is down for a few events only', async () => {
    await add(...Array.from({ length: 50 }, (_, index) => `k${index}`));
    const target = new FakeTarget(() => true);
    open(target);
    await vi.waitFor(() => expect(target.tried.length).toBeGreaterThan(0), 30_000);
    await queue.close();
    // Maximum number of concurrent deliveries, and of failures before a pass ends.
    expect(target.tried.length / 2).toBeLessThan(50);
    expect(left()).toBe(50);
  });

  it('goes on with new settings at once', async () => {
    await add('a');
    open(new FakeTarget(() => true));
    await vi.waitFor(() => expect(queue.failure).toBe('refused'), 30_000);
    const next = new FakeTarget();
    await queue.replace(next, 1);
    await emptied();
    expect(next.taken).toHaveLength(1);
    expect(messages).toContain('Events reach a target again.');
  });

  it('drops what cannot be read', async () => {
    await fixture.store.queueDocument(KIND, '{');
    await add('a');
    const target = new FakeTarget();
    open(target);
    await emptied();
    expect(target.taken).toHaveLength(1);
    expect(left()).toBe(0);
  });

  it('takes no more than its limit, and says so once', async () => {
    await add('a', 'b');
    const target = new FakeTarget(() => true);
    open(target, 2);
    expect([queue.takesMore(), queue.takesMore()]).toEqual([false, false]);
    const full = messages.filter((message) => message.includes('is full'));
    expect(full).toHaveLength(1);
    target.refuse = () => false;
    await emptied();
    await vi.waitFor(
      () => expect(messages).toContain('Events were dropped while a queue was full.'),
      30_000,
    );
    expect(queue.takesMore()).toBe(true);
  });

  it('keeps an event that could not be removed, and sends it again', async () => {
    await add('a');
    const target = new FakeTarget();
    let failures = 2;
    const documents = {
      pageDocuments: fixture.store.pageDocuments.bind(fixture.store),
      countDocuments: fixture.store.countDocuments.bind(fixture.store),
      putDocument: (kind: string, name: string, value: string | null) =>
        failures-- > 0
          ? Promise.reject(new Error('no drive'))
          : fixture.store.putDocument(kind, name, value),
    };
    queue = new TargetQueue(documents, target, {
      id: 't:webhook',
      kind: KIND,
      limit: 9,
      log: () => undefined,
      backOff: BACK_OFF,
    });
    queue.start();
    await emptied();
    expect(target.taken.length).toBeGreaterThan(1);
    expect(left()).toBe(0);
  });
});

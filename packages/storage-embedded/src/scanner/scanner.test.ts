import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { get, makeBucket, PLAIN, put, StoreFixture } from '../engine/testing/store-fixture.ts';
import type { Engine } from '../engine/types.ts';
import { Scanner } from './scanner.ts';

const DAY = 24 * 60 * 60 * 1000;
const IN_TEN_DAYS = () => Date.now() + 10 * DAY;

let fixture: StoreFixture;
let messages: string[];
beforeEach(async () => {
  fixture = await StoreFixture.create();
  messages = [];
  await makeBucket(fixture.store);
});
afterEach(() => fixture.remove());

function scanner(
  change: { now?: () => number; engine?: Engine; share?: number; maxWait?: number } = {},
): Scanner {
  const { maxWait } = change;
  return new Scanner(change.engine ?? fixture.store, {
    interval: () => 60_000,
    share: () => change.share ?? 0.1,
    ...(maxWait !== undefined && { maxWait: () => maxWait }),
    log: (_, message) => messages.push(message),
    now: change.now ?? IN_TEN_DAYS,
  });
}

async function setRules(actions: string, filter = '', bucket = 'bucket'): Promise<void> {
  const rule = `<Rule><Status>Enabled</Status><Filter>${filter}</Filter>${actions}</Rule>`;
  const xml = `<LifecycleConfiguration>${rule}</LifecycleConfiguration>`;
  const lifecycle = JSON.stringify({ xml, updatedAt: 0 });
  await fixture.store.updateBucket(bucket, { settings: { lifecycle } });
}

/** Returns the remaining keys, latest first, delete markers with a '-'. */
function left(bucket = 'bucket'): string[] {
  const query = { bucket, prefix: '', delimiter: '', after: '', limit: 1000, versions: true };
  return fixture.store
    .list(query)
    .objects.map(({ key, isDeleteMarker, size }) =>
      isDeleteMarker ? `-${key}` : `${key}:${size}`,
    );
}

const days = '<Expiration><Days>1</Days></Expiration>';
const oldVersions = (keep: number) =>
  `<NoncurrentVersionExpiration><NoncurrentDays>1</NoncurrentDays><NewerNoncurrentVersions>${keep}</NewerNoncurrentVersions></NoncurrentVersionExpiration>`;

describe('the pace of the scanner', () => {
  it('follows the interval as it is now, which may be longer than a timer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    let interval = 8760 * 3_600_000;
    let cycles = 0;
    const running = new Scanner(fixture.store, {
      interval: () => interval,
      share: () => 1,
      log: () => undefined,
      onCycle: async () => {
        cycles += 1;
      },
    });
    try {
      running.start();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(cycles).toBe(0);
      interval = 1000;
      await vi.advanceTimersByTimeAsync(10_000);
      expect(cycles).toBeGreaterThan(0);
    } finally {
      vi.useRealTimers();
      await running.close();
    }
  });

  it('has rests that are not longer than is set', async () => {
    await setRules('<Expiration><Days>1</Days></Expiration>');
    await put(fixture.store, 'old', 'x');
    // Without the limit it would pause for years.
    await scanner({ share: 1e-12, maxWait: 1 }).cycle();
    expect(left()).toEqual([]);
  });
});

describe('expiry', () => {
  it('removes what the rule names, page by page, and nothing else', async () => {
    const keys = Array.from({ length: 600 }, (_, index) => `old/${String(index).padStart(4, '0')}`);
    await Promise.all([...keys, 'new'].map((key) => put(fixture.store, key, 'x')));
    await setRules(days, '<Prefix>old/</Prefix>');
    const scan = scanner();
    await scan.cycle();
    expect(left()).toEqual(['new:1']);
    expect(messages).toEqual(['The lifecycle of a bucket was carried out.']);
    expect(scan.lastCycleAt).toBeGreaterThan(Date.now());
  });

  it('leaves what is not due', async () => {
    await put(fixture.store, 'k', 'x');
    await setRules(days);
    await scanner({ now: Date.now }).cycle();
    expect(left()).toEqual(['k:1']);
  });

  it('adds a delete marker where versions are kept, once', async () => {
    await fixture.store.updateBucket('bucket', { versioning: 'enabled' });
    await put(fixture.store, 'k', 'x');
    await setRules(days);
    await scanner().cycle();
    await scanner().cycle();
    expect(left()).toEqual(['-k', 'k:1']);
  });

  it('goes on with the other buckets when one fails', async () => {
    await makeBucket(fixture.store, 'another');
    await put(fixture.store, 'k', 'x', { bucket: 'another' });
    await put(fixture.store, 'k', 'x');
    await setRules(days);
    await setRules(days, '', 'another');
    const { store } = fixture;
    const engine: Engine = Object.assign(Object.create(store), {
      listBuckets: () => store.listBuckets(),
      listUploads: () => [],
      deleteObjects: (targets: Parameters<Engine['deleteObjects']>[0]) =>
        store.deleteObjects(targets),
      list: (query: Parameters<Engine['list']>[0]) => {
        if (query.bucket === 'another') throw new Error('broken');
        return store.list(query);
      },
    });
    await scanner({ engine }).cycle();
    expect(left()).toEqual([]);
    expect(messages[0]).toBe('The lifecycle of a bucket could not be carried out.');
  });
});

describe('noncurrent versions', () => {
  beforeEach(async () => {
    await fixture.store.updateBucket('bucket', { versioning: 'enabled' });
    for (const content of ['1', '22', '333', '4444']) {
      await put(fixture.store, 'k', content);
    }
  });

  it('go, but for the newest of them', async () => {
    await setRules(oldVersions(1));
    await scanner().cycle();
    expect(left()).toEqual(['k:4', 'k:3']);
    expect(await get(fixture.store, 'k')).toBe('4444');
  });

  it('go with the delete marker over them when all have to', async () => {
    await fixture.store.deleteObject({ bucket: 'bucket', key: 'k' });
    await put(fixture.store, 'l', 'x');
    await setRules('<DelMarkerExpiration><Days>1</Days></DelMarkerExpiration>');
    await scanner().cycle();
    expect(left()).toEqual(['l:1']);
  });

  it('leave a lonely delete marker, which goes then', async () => {
    await fixture.store.deleteObject({ bucket: 'bucket', key: 'k' });
    const markers =
      '<Expiration><ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker></Expiration>';
    await setRules(oldVersions(0) + markers);
    await scanner().cycle();
    expect(left()).toEqual(['-k']);
    await scanner().cycle();
    expect(left()).toEqual([]);
  });
});

it('leaves locked versions alone and counts them among those that stay', async () => {
  await makeBucket(fixture.store, 'locked', true);
  const into = (key: string, lock: object) =>
    put(fixture.store, key, 'x', { bucket: 'locked', attributes: { ...PLAIN, ...lock } });
  const until = Date.now() + 100 * DAY;
  await into('governed', { retention: { mode: 'GOVERNANCE', until } });
  await into('held', { legalHold: true });
  await into('over', { retention: { mode: 'COMPLIANCE', until: Date.now() - 1 } });
  for (const key of ['governed', 'held', 'over']) {
    await into(key, {});
  }
  await setRules(oldVersions(0), '', 'locked');
  await scanner().cycle();
  expect(left('locked')).toEqual(['governed:1', 'governed:1', 'held:1', 'held:1', 'over:1']);
});

describe('a change in between', () => {
  /** The engine, with a change just before the scanner's removals. */
  function disturbed(change: () => Promise<unknown>): Engine {
    const { store } = fixture;
    return {
      listBuckets: () => store.listBuckets(),
      list: (query: Parameters<Engine['list']>[0]) => store.list(query),
      listUploads: () => [],
      deleteObjects: async (targets: Parameters<Engine['deleteObjects']>[0]) => {
        await change();
        return store.deleteObjects(targets);
      },
    } as unknown as Engine;
  }

  it.each([
    ['off', 'in place of', ['k:5']],
    ['enabled', 'over', ['k:5', 'k:1']],
  ] as const)('keeps what was written (versioning %s)', async (versioning, _, kept) => {
    if (versioning === 'enabled') {
      await fixture.store.updateBucket('bucket', { versioning });
    }
    await put(fixture.store, 'k', 'x');
    await setRules(days);
    await scanner({ engine: disturbed(() => put(fixture.store, 'k', 'newer')) }).cycle();
    expect(left()).toEqual(kept);
    expect(messages).toEqual([]);
  });

  it('keeps an object whose tags do not fit any more', async () => {
    const target = { bucket: 'bucket', key: 'k' };
    await put(fixture.store, 'k', 'x', { attributes: { ...PLAIN, tags: { a: 'b' } } });
    await setRules(days, '<Tag><Key>a</Key><Value>b</Value></Tag>');
    const retag = () => fixture.store.updateObject(target, () => ({ tags: {} }));
    await scanner({ engine: disturbed(retag) }).cycle();
    expect(left()).toEqual(['k:1']);
    await fixture.store.updateObject(target, () => ({ tags: { a: 'b' } }));
    await scanner().cycle();
    expect(left()).toEqual([]);
  });

  it('keeps every version when the object came back', async () => {
    await fixture.store.updateBucket('bucket', { versioning: 'enabled' });
    await put(fixture.store, 'k', '1');
    await put(fixture.store, 'k', '22');
    await setRules(
      '<Expiration><Days>1</Days><ExpiredObjectAllVersions>true</ExpiredObjectAllVersions></Expiration>',
    );
    await scanner({ engine: disturbed(() => put(fixture.store, 'k', '333')) }).cycle();
    expect(left()).toEqual(['k:3', 'k:2', 'k:1']);
    await scanner().cycle();
    expect(left()).toEqual([]);
  });
});

it('aborts old uploads of its prefix', async () => {
  const begin = (key: string) =>
    fixture.store.createUpload({ bucket: 'bucket', key, attributes: PLAIN });
  await Promise.all([...Array(120).keys()].map((index) => begin(`old/${index}`)));
  await begin('new');
  await setRules(
    '<AbortIncompleteMultipartUpload><DaysAfterInitiation>1</DaysAfterInitiation></AbortIncompleteMultipartUpload>',
    '<Prefix>old/</Prefix>',
  );
  await scanner().cycle();
  const query = { prefix: '', afterKey: '', afterUpload: '', limit: 1000 };
  expect(fixture.store.listUploads('bucket', query).map(({ key }) => key)).toEqual(['new']);
});

it('stops within a cycle', async () => {
  await Promise.all([...Array(600).keys()].map((index) => put(fixture.store, `k${index}`, 'x')));
  await setRules(days);
  const scan = scanner();
  const cycle = scan.cycle();
  await scan.close();
  await cycle;
  expect(left().length).toBeGreaterThan(0);
  expect(scan.lastCycleAt).toBeUndefined();
  expect(messages).toEqual([]);
});

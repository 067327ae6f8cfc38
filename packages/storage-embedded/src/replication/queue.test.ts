import { describe, expect, it } from 'vitest';
import { BackOff } from './back-off.ts';
import { WorkOrder } from './queue.ts';
import type { QueuedWork, SendWork } from './work.ts';

/** An in-memory queue that counts reads. */
class Documents {
  readonly #kept = new Map<string, string>();
  #last = 0;
  reads = 0;

  add(key: string, ...targets: string[]): string {
    const work: SendWork = { op: 'send', bucket: 'b', key, versionId: 'v', size: 1, targets };
    const name = String(++this.#last).padStart(16, '0');
    this.#kept.set(name, JSON.stringify(work));
    return name;
  }

  remove(name: string): void {
    this.#kept.delete(name);
  }

  pageDocuments(_kind: string, after: string, limit: number): { name: string; value: string }[] {
    this.reads += 1;
    return [...this.#kept]
      .filter(([name]) => name > after)
      .slice(0, limit)
      .map(([name, value]) => ({ name, value }));
  }
}

function setUp() {
  let now = 0;
  const documents = new Documents();
  const backOff = new BackOff(() => now);
  const order = new WorkOrder(documents, backOff);
  const next = (): QueuedWork | undefined => {
    for (;;) {
      const found = order.next();
      if (found !== 'later') {
        return found;
      }
    }
  };
  const done = (work: QueuedWork | undefined): void => {
    if (work !== undefined) {
      documents.remove(work.name);
      order.done(work, []);
    }
  };
  const pass = (ms: number): void => {
    now += ms;
  };
  return { documents, backOff, order, next, done, pass };
}

const keyOf = (work: QueuedWork | undefined): string | undefined => work?.work.key;

describe('the order of work', () => {
  it('is that of the queue, one of each key at a time', () => {
    const { documents, next, done } = setUp();
    documents.add('a', 't');
    const second = documents.add('a', 't');
    documents.add('b', 't');
    const first = next();
    const other = next();
    expect([keyOf(first), keyOf(other), next()]).toEqual(['a', 'b', undefined]);
    done(first);
    expect(next()?.name).toBe(second);
  });

  it('lets urgent work go first, and does it once', () => {
    const { documents, order, next, done } = setUp();
    documents.add('a', 't');
    const name = documents.add('urgent', 't');
    const work: SendWork = {
      op: 'send',
      bucket: 'b',
      key: 'urgent',
      versionId: 'v',
      size: 1,
      targets: ['t'],
    };
    order.hurry({ name, work });
    const first = next();
    expect([keyOf(first), keyOf(next()), next()]).toEqual(['urgent', 'a', undefined]);
    done(first);
    expect(next()).toBeUndefined();
  });

  it('passes over targets that are away, and comes back to them', () => {
    const { documents, backOff, order, next, done, pass } = setUp();
    documents.add('for-away', 'away');
    documents.add('for-there', 'there');
    backOff.blockTarget('away');
    const there = next();
    expect(keyOf(there)).toBe('for-there');
    done(there);
    expect([next(), order.isWaitingFor('away'), order.hasLeft]).toEqual([undefined, true, true]);
    pass(1000);
    order.rewind();
    expect(keyOf(next())).toBe('for-away');
  });

  it('does not walk through what waits for the only target', () => {
    const { documents, backOff, order, next, done } = setUp();
    backOff.blockTarget('away');
    for (let number = 0; number < 10_000; number++) {
      documents.add(`k-${number}`, 'away');
    }
    expect(next()).toBeUndefined();
    const walked = documents.reads;
    order.rewind();
    documents.add('one-more', 'away');
    expect(next()).toBeUndefined();
    expect(documents.reads - walked).toBeLessThan(5);
    backOff.freeTarget('away');
    order.rewind();
    const first = next();
    expect(keyOf(first)).toBe('k-0');
    done(first);
  });

  it('leaves time for others when much is passed over', () => {
    const { documents, backOff, order } = setUp();
    backOff.blockTarget('away');
    for (let number = 0; number < 600; number++) {
      documents.add(`k-${number}`, 'away');
    }
    documents.add('last', 'there');
    expect([order.next(), order.next()]).toEqual(['later', 'later']);
    expect(order.next()).toMatchObject({ work: { key: 'last' } });
  });

  it('keeps what a target has refused until its time', () => {
    const { documents, backOff, order, next, pass } = setUp();
    const name = documents.add('refused', 't');
    const work = next();
    backOff.delayObject(name);
    if (work !== undefined) {
      order.done(work, ['t']);
    }
    order.rewind();
    expect(next()).toBeUndefined();
    pass(30_001);
    order.rewind();
    expect(keyOf(next())).toBe('refused');
  });
});

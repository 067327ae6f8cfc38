import type { HealItem } from '@stowage/storage-client/admin';
import { describe, expect, it } from 'vitest';
import { colourOf, HealFold } from './heal-fold.ts';

const drivesOf = (states: string) =>
  states.split(' ').map((state, i) => ({ uuid: '', endpoint: `/d${i}`, state }));

const item = (before: string, after: string, parts: Partial<HealItem> = {}): HealItem => ({
  ...{ type: 'object', bucket: 'b', object: 'k', versionId: '', detail: '', size: 10 },
  ...{ parityBlocks: 2, dataBlocks: 2, diskCount: 4, setCount: 1 },
  before: drivesOf(before),
  after: drivesOf(after),
  ...parts,
});

function lastOf(items: readonly HealItem[]) {
  const messages = [...new HealFold(1000).add(items, { finished: true }, 3500)];
  return { messages, last: messages.at(-1) };
}

describe('the colour of health', () => {
  it.each([
    [-1, 2, 'Grey'],
    [0, 2, 'Red'],
    [1, 2, 'Yellow'],
    [2, 2, 'Green'],
    [0, 1, 'Red'],
    [1, 1, 'Green'],
    [1, 3, 'Red'],
    [2, 3, 'Yellow'],
    [4, 6, 'Yellow'],
    [2, 8, 'Red'],
    [8, 8, 'Green'],
    [0, 0, 'Green'],
  ])('with %i parts to spare of %i is %s', (surplus, parity, colour) => {
    expect(colourOf(surplus, parity)).toBe(colour);
  });
});

describe('adding up what healing finds [HEAL-12]', () => {
  it('counts objects by health before and after, and lists what was not whole', () => {
    const { last } = lastOf([
      item('ok ok ok ok', 'ok ok ok ok'),
      item('ok missing ok ok', 'ok ok ok ok'),
      item('ok missing corrupt ok', 'ok ok offline ok', { object: 'half' }),
      item('ok missing missing missing', 'ok missing missing missing', { detail: 'lost' }),
    ]);
    expect(last).toMatchObject({
      healDuration: 2.5,
      ...{ bytesScanned: 40, objectsScanned: 4, objectsHealed: 2, objectsFailed: 2 },
      healthBeforeCols: { Green: 1, Yellow: 1, Red: 1, Grey: 1 },
      healthAfterCols: { Green: 2, Yellow: 1, Red: 0, Grey: 1 },
    });
    expect(last?.itemsHealthStatus.map(({ name }) => name)).toEqual(['b/k', 'b/half', 'b/k']);
    expect(last?.itemsHealthStatus[1]).toMatchObject({
      before: { color: 'Red', online: 2, missing: 1, corrupted: 1, offline: 0 },
      after: { color: 'Yellow', online: 3, offline: 1 },
    });
  });

  it('counts a bucket among the items and not among the objects', () => {
    const bucket = { type: 'bucket', object: '', size: 0, parityBlocks: 0, dataBlocks: 0 };
    const { last } = lastOf([item('ok ok missing ok', 'ok ok ok ok', bucket)]);
    expect(last).toMatchObject({ itemsScanned: 1, itemsHealed: 1, objectsScanned: 0 });
    expect(last?.healthBeforeCols.Red).toBe(1);
  });

  it('takes a size that is not known for none', () => {
    expect(lastOf([item('ok', 'ok', { size: -1 })]).last?.bytesScanned).toBe(0);
  });

  it('sends no message without bound, and lists only so many', () => {
    const items = Array.from({ length: 5100 }, () => item('ok missing ok ok', 'ok ok ok ok'));
    const { messages, last } = lastOf(items);
    for (const { itemsHealthStatus } of messages) {
      expect(itemsHealthStatus.length).toBeLessThanOrEqual(200);
    }
    expect(messages.flatMap(({ itemsHealthStatus }) => itemsHealthStatus)).toHaveLength(5000);
    expect(last).toMatchObject({ itemsLeftOut: 100, objectsScanned: 5100, finished: true });
  });
});

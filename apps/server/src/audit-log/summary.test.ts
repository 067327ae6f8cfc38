import { expect, it } from 'vitest';
import { SummaryCounts } from './summary.ts';

it('tells who called most among more names than it can remember', () => {
  const counts = new SummaryCounts(60_000, { from: 0, to: 60_000 });
  const add = (key: string, calls: number) =>
    counts.addTops({ api: 'GetObject', bucket: key, status_code: 403, access_key: key, calls });
  for (let n = 0; n < 120_000; n += 1) {
    add(`hostile-${n}`, 1);
    if (n % 1000 === 0) add('anna', 5);
  }
  const { accounts, buckets, apis } = counts.summary();
  expect(accounts[0]).toEqual({ name: 'anna', calls: 600, errors: 600 });
  expect(buckets[0]).toEqual({ name: 'anna', calls: 600, errors: 600 });
  expect(apis).toEqual([{ name: 'GetObject', calls: 120_600, errors: 120_600 }]);
  expect(accounts).toHaveLength(10);
});

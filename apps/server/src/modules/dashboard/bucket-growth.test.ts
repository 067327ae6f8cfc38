import { describe, expect, it } from 'vitest';
import { growthOf } from './bucket-growth.ts';

const usage = (size: number) => ({
  ...{ size, objects: 1, versions: 1, deleteMarkers: 0 },
  ...{ sizes: {}, versionClasses: {} },
});
const course = (bucket: string, ...values: number[]) => ({
  labels: { bucket },
  times: values.map((_, at) => 100 + at * 60),
  values,
});

describe('the growth of buckets', () => {
  it('is listed largest first, then by size, then by name', () => {
    const listed = growthOf({ a: usage(5), b: usage(5), c: usage(9), d: usage(1) }, [
      course('d', 10, 20),
      course('c', 30, 10),
    ]);
    expect(listed.map(({ bucket, growth }) => [bucket, growth])).toEqual([
      ['d', 10],
      ['a', 0],
      ['b', 0],
      ['c', -20],
    ]);
  });

  it('is of buckets that there are: one that was deleted is not listed, one made again is', () => {
    const again = { labels: { bucket: 'again' }, times: [100, 160, 900], values: [50, 60, 5] };
    const [only, ...others] = growthOf({ again: usage(5) }, [course('gone', 1, 2), again]);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ bucket: 'again', size: 5, growth: -45 });
    expect(only?.values).toHaveLength(3);
  });

  it('lists all of 5,000 buckets, though the server tells the course of a hundred', () => {
    const names = Array.from({ length: 5000 }, (_, at) => `bucket-${at}`);
    const sizes = Object.fromEntries(names.map((name, at) => [name, usage(at)]));
    const courses = names.slice(0, 100).map((name, at) => course(name, 0, at));
    const listed = growthOf(sizes, courses);
    expect(listed).toHaveLength(5000);
    expect(listed[0]).toMatchObject({ bucket: 'bucket-99', growth: 99 });
    expect(listed[99]).toMatchObject({ bucket: 'bucket-4999', growth: 0, values: [] });
  });
});

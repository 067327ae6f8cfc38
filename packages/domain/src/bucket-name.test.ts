import { describe, expect, it } from 'vitest';
import { bucketNameProblems, isBucketName } from './bucket-name.ts';

describe('bucket names', () => {
  it.each(['abc', 'a.b', '1-2', 'photos.2026', 'a'.repeat(63), '1.2.3', 'minio2'])(
    '%j can be a bucket',
    (name) => {
      expect(bucketNameProblems(name)).toEqual([]);
      expect(isBucketName(name)).toBe(true);
    },
  );

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['ab', 'too-short'],
    ['a'.repeat(64), 'too-long'],
    ['Photos', 'uppercase'],
    ['under_score', 'characters'],
    ['with space', 'characters'],
    ['größe', 'characters'],
    ['a/b/c', 'characters'],
    ['-abc', 'start'],
    ['.abc', 'start'],
    ['abc-', 'end'],
    ['abc.', 'end'],
    ['a..b', 'adjacent-periods'],
    ['a.-b', 'period-beside-hyphen'],
    ['a-.b', 'period-beside-hyphen'],
    ['192.168.5.4', 'ip-address'],
    ['xn--name', 'reserved-prefix'],
    ['sthree-name', 'reserved-prefix'],
    ['amzn-s3-demo-name', 'reserved-prefix'],
    ['name-s3alias', 'reserved-suffix'],
    ['name--ol-s3', 'reserved-suffix'],
    ['name.mrap', 'reserved-suffix'],
    ['name--x-s3', 'reserved-suffix'],
    ['name--table-s3', 'reserved-suffix'],
    ['minio', 'reserved'],
  ] as const)('%j breaks the rule %s and no other', (name, problem) => {
    expect(bucketNameProblems(name)).toEqual([problem]);
    expect(isBucketName(name)).toBe(false);
  });

  it('names every rule that is broken', () => {
    expect(bucketNameProblems('-A')).toEqual(['too-short', 'uppercase', 'start']);
  });

  it('calls a blank name empty, nothing else [BUCKETS-33]', () => {
    expect(bucketNameProblems(' ')).toEqual(['empty']);
  });
});

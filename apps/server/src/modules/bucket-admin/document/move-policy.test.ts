import { describe, expect, it } from 'vitest';
import { movePolicy } from './move-policy.ts';

const moved = (Statement: unknown) => movePolicy({ Statement }, 'photos', 'albums').Statement;

describe('a policy that moves to another bucket', () => {
  it.each([
    ['arn:aws:s3:::photos', 'arn:aws:s3:::albums'],
    ['arn:aws:s3:::photos/*', 'arn:aws:s3:::albums/*'],
    ['arn:aws:s3:::photos/photos/a', 'arn:aws:s3:::albums/photos/a'],
    ['arn:aws:s3:::photos-2/*', 'arn:aws:s3:::photos-2/*'],
    ['arn:aws:s3:::phot*', 'arn:aws:s3:::phot*'],
    ['*', '*'],
  ])('%s becomes %s', (before, after) => {
    expect(moved([{ Resource: before }])).toEqual([{ Resource: after }]);
    expect(moved({ notResource: [before] })).toEqual({ notResource: [after] });
  });

  it('keeps what only looks like a resource', () => {
    const statement = { Sid: 'arn:aws:s3:::photos', Principal: { AWS: ['arn:aws:s3:::photos'] } };
    expect(moved([statement])).toEqual([statement]);
  });

  it('leaves the original alone', () => {
    const policy = { Statement: [{ Resource: ['arn:aws:s3:::photos'] }] };
    movePolicy(policy, 'photos', 'albums');
    expect(policy.Statement[0]?.Resource).toEqual(['arn:aws:s3:::photos']);
  });

  it('stands whatever was written into it', () => {
    expect(moved([null, 5, { Resource: [null, { Resource: 7 }] }])).toEqual([
      null,
      5,
      { Resource: [null, { Resource: 7 }] },
    ]);
  });
});

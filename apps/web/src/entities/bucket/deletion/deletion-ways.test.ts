import { describe, expect, it } from 'vitest';
import { canDelete, canEmpty, onlyByForce } from './deletion-ways.ts';

describe('the ways to delete a bucket', () => {
  it.each([
    [['s3:DeleteBucket'], true, false],
    [['s3:ForceDeleteBucket'], true, true],
    [['s3:DeleteBucket', 's3:ForceDeleteBucket'], true, false],
    [['s3:*'], true, false],
    [['s3:ListBucket'], false, false],
  ])('with %j [BADMIN-11]', (allowedActions, may, force) => {
    expect(canDelete({ allowedActions })).toBe(may);
    expect(onlyByForce({ allowedActions })).toBe(force);
  });

  it('include emptying with the permission to delete versions', () => {
    expect(canEmpty({ allowedActions: ['s3:DeleteObjectVersion'] }, true)).toBe(true);
    expect(canEmpty({ allowedActions: ['s3:DeleteObject'] }, true)).toBe(false);
  });

  it('include emptying with the permission to delete objects where there are no versions', () => {
    expect(canEmpty({ allowedActions: ['s3:DeleteObject'] }, false)).toBe(true);
    expect(canEmpty({ allowedActions: ['s3:ListBucket'] }, false)).toBe(false);
  });
});

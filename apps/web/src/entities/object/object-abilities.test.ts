import { describe, expect, it } from 'vitest';
import { type ObjectAbilities, objectAbilities } from './object-abilities.ts';

const none = {
  list: false,
  upload: false,
  createPath: false,
  download: false,
  delete: false,
  undoDelete: false,
};

function given(action: string): Partial<ObjectAbilities> {
  return Object.fromEntries(Object.entries(objectAbilities([action])).filter(([, may]) => may));
}

describe('what a bucket’s allowed actions permit', () => {
  it('lists with s3:ListBucket [OBJ-29]', () => {
    expect(given('s3:ListBucket')).toEqual({ list: true });
  });

  it('uploads and makes new paths with s3:PutObject [OBJ-30] [OBJ-31]', () => {
    expect(given('s3:PutObject')).toEqual({ upload: true, createPath: true });
  });

  it('deletes with s3:DeleteObject [OBJ-32]', () => {
    expect(given('s3:DeleteObject')).toEqual({ delete: true });
  });

  it('undoes a deletion with s3:DeleteObjectVersion', () => {
    expect(given('s3:DeleteObjectVersion')).toEqual({ undoDelete: true });
  });

  it('downloads with s3:GetObject', () => {
    expect(given('s3:GetObject')).toEqual({ download: true });
  });

  it('takes s3:* as every object action and other actions as none', () => {
    expect(Object.values(objectAbilities(['s3:*']))).not.toContain(false);
    expect(objectAbilities(['admin:*', 's3:DeleteObjectTagging'])).toEqual(none);
    expect(objectAbilities([])).toEqual(none);
  });
});

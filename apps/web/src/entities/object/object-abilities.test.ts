import { describe, expect, it } from 'vitest';
import { type ObjectAbilities, objectAbilities } from './object-abilities.ts';

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

  it('shows, adds and removes tags with an action for each [OBJD-24] [OBJD-25] [OBJD-26]', () => {
    expect(given('s3:GetObjectTagging')).toEqual({ readTags: true });
    expect(given('s3:PutObjectTagging')).toEqual({ addTags: true });
    expect(given('s3:DeleteObjectTagging')).toEqual({ deleteTags: true });
  });

  it('reads and sets locks with an action for each [OBJD-10] [OBJD-17]', () => {
    expect(given('s3:GetObjectLegalHold')).toEqual({ readLegalHold: true });
    expect(given('s3:PutObjectLegalHold')).toEqual({ setLegalHold: true });
    expect(given('s3:GetObjectRetention')).toEqual({ readRetention: true });
    expect(given('s3:PutObjectRetention')).toEqual({ setRetention: true });
    expect(given('s3:BypassGovernanceRetention')).toEqual({ bypassGovernance: true });
  });

  it('lists versions with s3:ListBucketVersions', () => {
    expect(given('s3:ListBucketVersions')).toEqual({ listVersions: true });
  });

  it('takes s3:* as every object action and other actions as none', () => {
    expect(Object.values(objectAbilities(['s3:*']))).not.toContain(false);
    expect(Object.values(objectAbilities(['admin:*', 's3:DeleteBucket']))).not.toContain(true);
    expect(Object.values(objectAbilities([]))).not.toContain(true);
  });
});

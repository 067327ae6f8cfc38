import { describe, expect, it } from 'vitest';
import { accessOf, anonymousAccess, anonymousMayRead, publicPolicy } from './bucket-access.ts';

const ANYBODY = { AWS: ['*'] };
const OBJECTS = ['arn:aws:s3:::photos/*'];
const BUCKET = ['arn:aws:s3:::photos'];

const text = (...Statement: object[]) => JSON.stringify({ Version: '2012-10-17', Statement });
const allow = (Action: string[], Resource: string[], more: object = {}) => ({
  Effect: 'Allow',
  Principal: ANYBODY,
  Action,
  Resource,
  ...more,
});

describe('accessOf', () => {
  it('is private without a policy', () => {
    expect(accessOf('photos', undefined)).toBe('PRIVATE');
  });

  it('is public when anybody may read and write everything', () => {
    expect(
      accessOf(
        'photos',
        text(
          allow(['s3:ListBucket', 's3:GetBucketLocation'], BUCKET),
          allow(['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], OBJECTS),
        ),
      ),
    ).toBe('PUBLIC');
  });

  it('is public with the policy that makes it so, for this bucket only', () => {
    expect(accessOf('photos', publicPolicy('photos'))).toBe('PUBLIC');
    expect(accessOf('photos', publicPolicy('photo'))).toBe('CUSTOM');
  });

  it.each([
    ['reading only', text(allow(['s3:ListBucket'], BUCKET), allow(['s3:GetObject'], OBJECTS))],
    ['one folder', text(allow(['s3:*'], ['arn:aws:s3:::photos/public/*']))],
    [
      'one account',
      text(allow(['s3:*'], [...BUCKET, ...OBJECTS], { Principal: { AWS: ['bob'] } })),
    ],
    [
      'some addresses',
      text(
        allow(['s3:*'], [...BUCKET, ...OBJECTS], {
          Condition: { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } },
        }),
      ),
    ],
    [
      'everything but one action',
      text(allow(['s3:*'], [...BUCKET, ...OBJECTS]), {
        ...allow(['s3:DeleteObject'], OBJECTS),
        Effect: 'Deny',
      }),
    ],
    ['what cannot be read', 'not a policy'],
  ])('is custom for %s', (_case, policy) => {
    expect(accessOf('photos', policy)).toBe('CUSTOM');
  });
});

describe('anonymousAccess', () => {
  const none = { open: false, abilities: [] };

  it('is everything in a public bucket, nothing in a private one', () => {
    expect(anonymousAccess('photos', publicPolicy('photos'))).toEqual({
      open: true,
      abilities: ['list', 'read', 'write', 'delete'],
    });
    expect(anonymousAccess('photos', undefined)).toEqual(none);
  });

  it.each([
    ['one account', text(allow(['s3:*'], OBJECTS, { Principal: { AWS: ['bob'] } }))],
    ['only denies', text(allow(['s3:GetObject'], OBJECTS, { Effect: 'Deny' }))],
    ['no statement', text()],
    [
      'an allow that a deny takes back',
      text(allow(['s3:GetObject'], OBJECTS), allow(['s3:*'], OBJECTS, { Effect: 'Deny' })),
    ],
    ['what cannot be read', 'not a policy'],
  ])('is nothing for %s', (_case, policy) => {
    expect(anonymousAccess('photos', policy)).toEqual(none);
  });

  it.each([
    ['one folder', text(allow(['s3:GetObject'], ['arn:aws:s3:::photos/public/*'])), ['read']],
    [
      'some addresses',
      text(
        allow(['s3:PutObject'], OBJECTS, {
          Condition: { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } },
        }),
      ),
      ['write'],
    ],
    ['what has no word of its own', text(allow(['s3:GetBucketLocation'], BUCKET)), []],
    [
      'an allow whose deny is for another account',
      text(
        allow(['s3:GetObject'], OBJECTS),
        allow(['s3:*'], OBJECTS, { Effect: 'Deny', Principal: { AWS: ['bob'] } }),
      ),
      ['read'],
    ],
  ])('says yes for %s', (_case, policy, abilities) => {
    expect(anonymousAccess('photos', policy)).toEqual({ open: true, abilities });
  });
});

describe('anonymousMayRead', () => {
  const policy = (Statement: object) => JSON.stringify({ Version: '2012-10-17', Statement });
  const allow = { Effect: 'Allow', Principal: '*', Action: ['s3:GetObject'] };
  const object = { bucket: 'b', key: 'open/a.txt' };

  it.each([
    ['the object', { ...allow, Resource: ['arn:aws:s3:::b/open/*'] }, true],
    ['another prefix', { ...allow, Resource: ['arn:aws:s3:::b/other/*'] }, false],
    ['one user', { ...allow, Principal: { AWS: ['ann'] }, Resource: ['arn:aws:s3:::b/*'] }, false],
    [
      'some addresses',
      {
        ...allow,
        Resource: ['arn:aws:s3:::b/*'],
        Condition: { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8'] } },
      },
      false,
    ],
  ])('where the policy allows %s', (_case, statement, expected) => {
    expect(anonymousMayRead(object, policy([statement]))).toBe(expected);
  });

  it('not where the policy cannot be read, nor of older versions', () => {
    expect(anonymousMayRead(object, 'no policy')).toBe(false);
    const readable = policy([{ ...allow, Resource: ['arn:aws:s3:::b/*'] }]);
    expect(anonymousMayRead({ ...object, versionId: 'v1' }, readable)).toBe(false);
    expect(anonymousMayRead(object, publicPolicy('b'))).toBe(true);
  });
});

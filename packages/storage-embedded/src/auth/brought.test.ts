import { hash } from 'node:crypto';
import { type Credentials, presignUrl } from '@stowage/storage-wire/sigv4';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  addPolicy,
  addUser,
  adminCaller,
  type Call,
  errorOf,
  ROOT,
  startTestStorage,
  type TestStorage,
} from '../testing/test-storage.ts';

const USER: Credentials = { accessKey: 'user', secretKey: 'user-secret' };
const DAY_MS = 24 * 60 * 60 * 1000;
const DENIED = '403 AccessDenied';

let storage: TestStorage;
const admin = adminCaller(() => storage);
const outcome = (answer: Answer) => (answer.status < 300 ? 'done' : errorOf(answer));

beforeAll(async () => {
  storage = await startTestStorage();
  await addUser(storage, USER, '');
  const headers = { 'x-amz-bucket-object-lock-enabled': 'true' };
  await storage.call({ method: 'PUT', path: '/locked', headers });
  await storage.call({ method: 'PUT', path: '/locked/key', body: 'content' });
  await storage.call({ method: 'PUT', path: '/plain' });
  const tagged = { 'x-amz-tagging': 'class=secret' };
  await storage.call({ method: 'PUT', path: '/plain/tagged', body: 'x', headers: tagged });
});

afterAll(() => storage.close());

type Condition = Readonly<Record<string, Readonly<Record<string, string>>>>;

async function give(...statements: readonly object[]): Promise<void> {
  await addPolicy(storage, 'given', statements);
  await admin('PUT', 'set-user-or-group-policy?userOrGroup=user&policyName=given');
}

const all = { Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] };
const deny = (Condition: Condition) => give(all, { ...all, Effect: 'Deny', Condition });
const allow = (Condition: Condition) => give({ ...all, Condition });

const later = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const put = (path: string, body: string, headers: Call['headers'] = {}): Call => ({
  method: 'PUT',
  path,
  body,
  headers: { 'content-md5': hash('md5', body, 'base64'), ...headers },
  as: USER,
});
const retention = (mode: string, days: number) =>
  put(
    '/locked/key?retention',
    `<Retention><Mode>${mode}</Mode><RetainUntilDate>${later(days)}</RetainUntilDate></Retention>`,
    { 'x-amz-bypass-governance-retention': 'true' },
  );
const hold = (status: string) =>
  put('/locked/key?legal-hold', `<LegalHold><Status>${status}</Status></LegalHold>`);
const tagging = (path: string, value: string) =>
  put(
    `${path}?tagging`,
    `<Tagging><TagSet><Tag><Key>class</Key><Value>${value}</Value></Tag></TagSet></Tagging>`,
  );
const byDefault = (mode: string, days: number) =>
  put(
    '/locked?object-lock',
    `<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule><DefaultRetention><Mode>${mode}</Mode><Days>${days}</Days></DefaultRetention></Rule></ObjectLockConfiguration>`,
  );
const write = (headers: Call['headers']) => put('/locked/new', 'x', headers);
const locked = (mode: string, days: number) =>
  write({ 'x-amz-object-lock-mode': mode, 'x-amz-object-lock-retain-until-date': later(days) });
const copy = (from: string, headers: Call['headers'] = {}) =>
  put('/plain/copy', '', { 'x-amz-copy-source': from, ...headers });
const make = (region: string) =>
  put(
    '/made-by-user',
    `<CreateBucketConfiguration><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`,
  );

const COMPLIANCE = { StringEquals: { 's3:object-lock-mode': 'COMPLIANCE' } };
const LONG = { NumericGreaterThan: { 's3:object-lock-remaining-retention-days': '10' } };
const LATE = { DateGreaterThan: { 's3:object-lock-retain-until-date': later(10) } };
const HELD = { StringEquals: { 's3:object-lock-legal-hold': 'ON' } };
const SECRET = { StringEquals: { 's3:RequestObjectTag/class': 'secret' } };
const SOURCE = { StringLike: { 's3:x-amz-copy-source': 'plain/tagged*' } };
const KMS_KEY = { StringEquals: { 's3:x-amz-server-side-encryption-aws-kms-key-id': 'one' } };
const kms = (id: string) =>
  write({
    'x-amz-server-side-encryption': 'aws:kms',
    'x-amz-server-side-encryption-aws-kms-key-id': id,
  });

describe('a deny with a condition on what a request brings', () => {
  it.each<[string, Condition, Call, Call?]>([
    ['a mode in a body', COMPLIANCE, retention('COMPLIANCE', 1), retention('GOVERNANCE', 1)],
    ['days in a body', LONG, retention('GOVERNANCE', 11), retention('GOVERNANCE', 10)],
    ['a date in a body', LATE, retention('GOVERNANCE', 11), retention('GOVERNANCE', 1)],
    ['a mode in headers', COMPLIANCE, locked('COMPLIANCE', 1), locked('GOVERNANCE', 1)],
    ['a mode in small letters', COMPLIANCE, locked('compliance', 1)],
    ['days in headers', LONG, locked('GOVERNANCE', 11), locked('GOVERNANCE', 10)],
    ['a hold in a body', HELD, hold('ON'), hold('OFF')],
    ['a hold in a body in small letters', HELD, hold('on')],
    ['a hold in headers', HELD, write({ 'x-amz-object-lock-legal-hold': 'on' })],
    ['a default mode', COMPLIANCE, byDefault('COMPLIANCE', 1), byDefault('GOVERNANCE', 1)],
    ['default days', LONG, byDefault('GOVERNANCE', 11), byDefault('GOVERNANCE', 1)],
    [
      'tags of an object',
      SECRET,
      tagging('/plain/tagged', 'secret'),
      tagging('/plain/tagged', 'x'),
    ],
    ['tags of a bucket', SECRET, tagging('/plain', 'secret'), tagging('/plain', 'x')],
    ['a source in another spelling', SOURCE, copy('/plain/%74agged')],
    ['a source with its version', SOURCE, copy('plain/tagged?versionId=null')],
    ['a key by its ARN', KMS_KEY, kms('arn:aws:kms:one')],
    ['a region', { StringEquals: { 's3:LocationConstraint': 'us-west-2' } }, make('us-west-2')],
  ])('holds for %s', async (_, condition, refused, permitted) => {
    await deny(condition);
    expect(outcome(await storage.call(refused))).toBe(DENIED);
    if (permitted !== undefined) {
      expect(outcome(await storage.call(permitted))).toBe('done');
    }
  });

  it('holds for tags that a copy takes along', async () => {
    await storage.call({ ...tagging('/plain/tagged', 'secret'), as: ROOT });
    await deny(SECRET);
    expect(outcome(await storage.call(copy('plain/tagged')))).toBe(DENIED);
    const replaced = { 'x-amz-tagging-directive': 'REPLACE', 'x-amz-tagging': 'class=open' };
    expect(outcome(await storage.call(copy('plain/tagged', replaced)))).toBe('done');
  });

  it('holds for a body that nobody signed, in a presigned URL', async () => {
    await deny({ StringEquals: { 's3:x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } });
    const url = presignUrl({
      method: 'PUT',
      url: `${storage.url}/plain/presigned`,
      credentials: USER,
      region: 'us-east-1',
      service: 's3',
      expiresSeconds: 60,
    });
    const { pathname, search } = new URL(url);
    const call = { method: 'PUT', path: pathname + search, as: 'anonymous' } as const;
    expect(outcome(await storage.call(call))).toBe(DENIED);
  });

  it('holds for the groups of the caller', async () => {
    const members = JSON.stringify({ group: 'outside', members: ['user'], isRemove: false });
    await admin('PUT', 'update-group-members', members);
    await deny({ StringEquals: { 'aws:groups': 'outside' } });
    const read: Call = { path: '/plain/tagged', as: USER };
    expect(outcome(await storage.call(read))).toBe(DENIED);
    await admin('PUT', 'set-group-status?group=outside&status=disabled');
    expect((await storage.call(read)).status).toBe(200);
  });
});

describe('an allow with a condition on what a request brings', () => {
  it('is not met by a header that nothing comes of', async () => {
    await allow({ StringEquals: { 's3:RequestObjectTag/project': 'blue' } });
    const header = { 'x-amz-tagging': 'project=blue' };
    const other = tagging('/plain/tagged', 'x');
    const lie = { ...other, headers: { ...other.headers, ...header } };
    expect(outcome(await storage.call(lie))).toBe(DENIED);
    expect(outcome(await storage.call(copy('plain/tagged', header)))).toBe(DENIED);
    expect(outcome(await storage.call({ ...put('/plain/blue', 'x', header) }))).toBe('done');
  });

  it('is not met by a header beside a body', async () => {
    await allow({ StringEquals: { 's3:object-lock-mode': 'GOVERNANCE' } });
    const other = retention('COMPLIANCE', 1);
    const headers = { ...other.headers, 'x-amz-object-lock-mode': 'GOVERNANCE' };
    expect(outcome(await storage.call({ ...other, headers }))).toBe(DENIED);
  });
});

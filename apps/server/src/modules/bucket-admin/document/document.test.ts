import type { BucketDocument } from '@stowage/contract/bucket-admin/document';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KMS_KEY } from '../../../../../../tests/targets/running-target.ts';
import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from '../../../testing/test-console.ts';

type Settings = BucketDocument['settings'];

let test: TestConsole;
let root: TestCaller;
let buckets = 0;

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
});
afterAll(() => test.close());

const LIFECYCLE =
  '<LifecycleConfiguration><Rule><ID>old</ID><Status>Enabled</Status>' +
  '<Filter><Prefix>logs/</Prefix></Filter><Expiration><Days>30</Days></Expiration></Rule>' +
  '</LifecycleConfiguration>';

async function newBucket(objectLock = false): Promise<string> {
  buckets += 1;
  const bucket = `document-${buckets}`;
  await test.s3.makeBucket({ bucket, objectLock });
  return bucket;
}

/** A bucket with content in each section except events, whose targets a test server lacks. */
async function richBucket(): Promise<string> {
  const bucket = await newBucket(true);
  const retention = { mode: 'GOVERNANCE', unit: 'days', validity: 7 } as const;
  await test.s3.putObjectLockConfiguration({ bucket, retention });
  await test.s3.putBucketEncryption({
    bucket,
    encryption: { algorithm: 'aws:kms', keyId: KMS_KEY },
  });
  await test.admin.setBucketQuota({ bucket, quota: { size: 5_000_000_000, type: 'hard' } });
  await test.s3.putBucketTagging({ bucket, tags: { team: 'a', stage: 'b' } });
  await test.s3.putBucketPolicy({ bucket, policy: readPolicyFor(bucket) });
  await test.s3.putLifecycleDocument({ bucket, document: LIFECYCLE });
  return bucket;
}

const readPolicyFor = (bucket: string) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { AWS: ['*'] },
        Action: ['s3:GetObject'],
        Resource: [`arn:aws:s3:::${bucket}/public/*`],
      },
    ],
  });

const documentOf = (settings: Settings, bucket = 'elsewhere'): BucketDocument => ({
  kind: 'stowage/bucket-settings',
  version: 1,
  bucket,
  exportedAt: '2026-01-01T00:00:00.000Z',
  settings,
});

const exported = async (bucket: string, caller = root): Promise<BucketDocument> =>
  (await caller.send({ url: `/api/v1/buckets/${bucket}/settings` })).json();

const preview = (bucket: string, document: object, caller = root) =>
  caller.send({
    method: 'POST',
    url: `/api/v1/buckets/${bucket}/settings/preview`,
    payload: document,
  });

const apply = (
  bucket: string,
  request: { document: BucketDocument; sections: string[]; revision: string },
  caller = root,
) => caller.send({ method: 'PUT', url: `/api/v1/buckets/${bucket}/settings`, payload: request });

const changesOf = async (bucket: string, settings: Settings, caller = root) =>
  (await preview(bucket, documentOf(settings), caller)).json().changes;

describe('a bucket’s settings as a file', () => {
  it('hold every section, null for what is off', async () => {
    const plain = await exported(await newBucket());
    expect(plain.settings).toEqual({
      versioning: 'off',
      retention: null,
      encryption: null,
      quota: null,
      tags: null,
      policy: null,
      lifecycle: null,
      cors: null,
      events: null,
    });
    const bucket = await richBucket();
    const rich = await exported(bucket);
    expect(rich).toMatchObject({ kind: 'stowage/bucket-settings', version: 1, bucket });
    expect(rich.settings).toMatchObject({
      versioning: 'enabled',
      retention: { mode: 'governance', unit: 'days', validity: 7 },
      encryption: { type: 'sse-kms', key: KMS_KEY },
      quota: 5_000_000_000,
      tags: { team: 'a', stage: 'b' },
      policy: { Statement: [{ Resource: [`arn:aws:s3:::${bucket}/public/*`] }] },
      events: null,
    });
    expect(rich.settings.lifecycle).toContain('<Prefix>logs/</Prefix>');
  });

  it('change nothing where they were taken', async () => {
    const bucket = await richBucket();
    const response = await preview(bucket, await exported(bucket));
    expect(response.json().changes).toEqual([]);
  });

  it('make another bucket like the one they were taken from', async () => {
    const document = await exported(await richBucket());
    const bucket = await newBucket(true);
    const seen = (await preview(bucket, document)).json();
    const sections = seen.changes.map(({ section }: { section: string }) => section);
    expect(sections).toEqual(['retention', 'encryption', 'quota', 'tags', 'policy', 'lifecycle']);
    expect(seen.changes.every((change: object) => !('refusal' in change))).toBe(true);
    const response = await apply(bucket, { document, sections, revision: seen.revision });
    expect(response.json().results).toEqual(sections.map((section: string) => ({ section })));
    const after = await exported(bucket);
    expect(after.settings).toEqual({
      ...document.settings,
      policy: JSON.parse(
        JSON.stringify(document.settings.policy).replaceAll(document.bucket, bucket),
      ),
      lifecycle: after.settings.lifecycle,
    });
    expect((await preview(bucket, document)).json().changes).toEqual([]);
  });

  it('switch off what is off in them', async () => {
    const bucket = await richBucket();
    const document = documentOf({
      retention: null,
      encryption: null,
      quota: null,
      tags: null,
      policy: null,
      lifecycle: null,
      cors: null,
      events: null,
    });
    const { revision, changes } = (await preview(bucket, document)).json();
    expect(changes.every((change: object) => 'from' in change && !('to' in change))).toBe(true);
    const sections = changes.map(({ section }: { section: string }) => section);
    await apply(bucket, { document, sections, revision });
    expect((await exported(bucket)).settings).toEqual({
      ...document.settings,
      versioning: 'enabled',
    });
  });

  it('change only the sections that were chosen', async () => {
    const document = await exported(await richBucket());
    const bucket = await newBucket();
    const { revision } = (await preview(bucket, document)).json();
    await apply(bucket, { document, sections: ['tags'], revision });
    const { settings } = await exported(bucket);
    expect(settings.tags).toEqual({ team: 'a', stage: 'b' });
    expect(settings).toMatchObject({ quota: null, policy: null, lifecycle: null });
  });

  it('leave out what the user may not read, and change nothing there', async () => {
    const bucket = await richBucket();
    const reader = await userWith('tags-reader', 's3:ListBucket', 's3:GetBucketTagging');
    const document = await exported(bucket, reader);
    expect(document.settings).toEqual({ tags: { team: 'a', stage: 'b' } });
    const other = await newBucket();
    const { changes } = (await preview(other, document)).json();
    expect(changes.map(({ section }: { section: string }) => section)).toEqual(['tags']);
  });

  it('are for those who may list the bucket', async () => {
    const bucket = await newBucket();
    const outsider = await userWith('no-lister', 's3:GetBucketTagging');
    const response = await outsider.send({ url: `/api/v1/buckets/${bucket}/settings` });
    expect(response.json()).toMatchObject({ code: 403, errorCode: 'AccessDenied' });
    const missing = await root.send({ url: '/api/v1/buckets/no-such-bucket/settings' });
    expect(missing.json()).toMatchObject({ code: 404, errorCode: 'BucketNotFound' });
  });

  it.each([
    ['kind', { kind: 'something' }],
    ['version', { version: 2 }],
    ['settings.versioning', { settings: { versioning: 'on' } }],
    [
      'settings.retention.validity',
      { settings: { retention: { mode: 'governance', unit: 'days', validity: 0 } } },
    ],
    ['settings.quota', { settings: { quota: -1 } }],
    ['settings', { settings: { replication: {} } }],
  ])('are refused where they are none: %s', async (field, change) => {
    const response = await preview(await newBucket(), { ...documentOf({}), ...change });
    expect(response.json()).toMatchObject({ code: 400, errorCode: 'InvalidInput', field });
  });

  it('are refused with a policy that nests without end', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const policy = { ...documentOf({ policy: { deep: 0 } }) };
    const response = await root.send({
      method: 'POST',
      url: `/api/v1/buckets/${await newBucket()}/settings/preview`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(policy).replace('"deep":0', `"deep":${deep}`),
    });
    expect(response.json()).toMatchObject({ code: 400, field: 'settings.policy' });
  });
});

describe('what speaks against a section', () => {
  it('is a permission that is missing', async () => {
    const bucket = await newBucket();
    const reader = await userWith('previewer', 's3:ListBucket', 's3:GetBucket*');
    const [change] = await changesOf(bucket, { tags: { a: 'b' } }, reader);
    expect(change).toEqual({
      section: 'tags',
      to: '{\n  "a": "b"\n}',
      refusal: 'Your account lacks the permission s3:PutBucketTagging.',
    });
  });

  it('is locking that the bucket has not', async () => {
    const retention = { mode: 'governance', unit: 'days', validity: 1 } as const;
    const [change] = await changesOf(await newBucket(), { retention });
    expect(change.refusal).toMatch(/cannot be locked/);
  });

  it('is locking that keeps versions on', async () => {
    const [change] = await changesOf(await newBucket(true), { versioning: 'off' });
    expect(change).toEqual({
      section: 'versioning',
      from: 'enabled',
      to: 'suspended',
      refusal: 'Versions stay on where objects can be locked.',
    });
  });

  it('is not that versioning cannot be switched off: it is suspended', async () => {
    const bucket = await newBucket();
    await test.s3.putBucketVersioning({ bucket, state: 'enabled' });
    const document = documentOf({ versioning: 'off' });
    const { changes, revision } = (await preview(bucket, document)).json();
    expect(changes).toEqual([{ section: 'versioning', from: 'enabled', to: 'suspended' }]);
    await apply(bucket, { document, sections: ['versioning'], revision });
    expect(await test.s3.getBucketVersioning({ bucket })).toBe('suspended');
    expect((await preview(bucket, document)).json().changes).toEqual([]);
  });

  it('is a key that the key service has not', async () => {
    const encryption = { type: 'sse-kms', key: 'no-such-key' } as const;
    const [change] = await changesOf(await newBucket(), { encryption });
    expect(change.refusal).toBe("The key service has no key 'no-such-key' for this account.");
  });

  it('is a server without a key service', async () => {
    test.gate.set({ status: 501, code: 'NotImplemented' }, ({ url }) => !!url?.includes('/kms/'));
    const [change] = await changesOf(await newBucket(), { encryption: { type: 'sse-s3' } });
    test.gate.set('open');
    expect(change.refusal).toBe('The storage server has no key service.');
  });

  it('is a target of events that the server has not', async () => {
    const arn = 'arn:minio:sqs::nowhere:webhook';
    const events = [{ arn, events: ['put' as const], other_events: [], prefix: '', suffix: '' }];
    const [change] = await changesOf(await newBucket(), { events });
    expect(change.refusal).toBe(`The storage server has no target ${arn}.`);
  });

  it('is a policy that is about another bucket, or none', async () => {
    const elsewhere = JSON.parse(readPolicyFor('third-bucket'));
    const [change] = await changesOf(await newBucket(), { policy: elsewhere });
    expect(change.refusal).toMatch(/'arn:aws:s3:::third-bucket\/public\/\*' is not in bucket/);
    const [other] = await changesOf(await newBucket(), { policy: { hello: 'world' } });
    expect(other.refusal).toMatch(/hello/);
  });

  it('is a lifecycle that is none', async () => {
    const [change] = await changesOf(await newBucket(), { lifecycle: '<Hello/>' });
    expect(change.refusal).toBe('It is no lifecycle configuration of S3.');
  });
});

describe('applying', () => {
  it('is refused when anything that was compared has changed', async () => {
    const bucket = await newBucket();
    const document = documentOf({ tags: { a: 'b' }, quota: 1_000_000_000 });
    const { revision } = (await preview(bucket, document)).json();
    await test.s3.putBucketTagging({ bucket, tags: { somebody: 'else' } });
    const response = await apply(bucket, { document, sections: ['quota'], revision });
    expect(response.json()).toMatchObject({ code: 409, errorCode: 'ChangedMeanwhile' });
    expect((await exported(bucket)).settings).toMatchObject({
      quota: null,
      tags: { somebody: 'else' },
    });
  });

  it('is done by one of two people who do it at the same moment', async () => {
    const bucket = await newBucket();
    const documents = ['one', 'two'].map((team) => documentOf({ tags: { team }, quota: null }));
    const answers = await Promise.all(
      documents.map(async (document) => {
        const { revision } = (await preview(bucket, document)).json();
        return { document, revision };
      }),
    );
    const results = await Promise.all(
      answers.map((request) => apply(bucket, { ...request, sections: ['tags'] })),
    );
    expect(results.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  it('tells what failed, and goes on with the rest', async () => {
    const bucket = await newBucket();
    const document = documentOf({
      retention: { mode: 'governance', unit: 'days', validity: 1 },
      tags: { team: 'a' },
    });
    const { revision } = (await preview(bucket, document)).json();
    const response = await apply(bucket, { document, sections: ['tags', 'retention'], revision });
    expect(response.json().results).toEqual([
      { section: 'retention', errorString: expect.stringMatching(/object lock/i) },
      { section: 'tags' },
    ]);
    expect((await exported(bucket)).settings.tags).toEqual({ team: 'a' });
  });

  it('tells of a storage that went away in the middle', async () => {
    const bucket = await newBucket();
    const document = documentOf({ quota: 1_000_000_000, tags: { team: 'a' } });
    const { revision } = (await preview(bucket, document)).json();
    test.gate.set('closed', ({ url, method }) => method === 'PUT' && !!url?.includes('tagging'));
    const response = await apply(bucket, { document, sections: ['quota', 'tags'], revision });
    test.gate.set('open');
    expect(response.json().results).toEqual([
      { section: 'quota' },
      { section: 'tags', errorString: 'The storage server cannot be reached.' },
    ]);
  });

  it('knows only sections that the document has', async () => {
    const bucket = await newBucket();
    const document = documentOf({ tags: { a: 'b' } });
    const response = await apply(bucket, { document, sections: ['quota'], revision: '' });
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'sections' });
  });
});

async function userWith(name: string, ...actions: string[]): Promise<TestCaller> {
  const Statement = [{ Effect: 'Allow', Action: actions, Resource: ['arn:aws:s3:::*'] }];
  return test.logIn(await test.addUser(name, { Version: '2012-10-17', Statement }));
}

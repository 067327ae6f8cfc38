import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf, startTestStorage, type TestStorage, xmlAt } from '../../testing/test-storage.ts';

let storage: TestStorage;

beforeAll(async () => {
  storage = await startTestStorage();
});

afterAll(() => storage.close());

const bucket = (method: string, path: string, body = '', headers: Record<string, string> = {}) =>
  storage.call({ method, path: `/${path}`, body, headers });

describe('buckets', () => {
  it('are made, found, listed and removed', async () => {
    const made = await bucket('PUT', 'first');
    expect([made.status, made.headers.location]).toEqual([200, '/first']);
    expect(errorOf(await bucket('PUT', 'first'))).toBe('409 BucketAlreadyOwnedByYou');
    const head = await bucket('HEAD', 'first');
    expect([head.status, head.headers['x-amz-bucket-region']]).toEqual([200, 'us-east-1']);
    expect((await bucket('GET', '')).text).toContain('<Name>first</Name><CreationDate>');
    expect((await bucket('GET', 'first?location')).text).toContain('LocationConstraint');
    expect((await bucket('DELETE', 'first')).status).toBe(204);
    expect(errorOf(await bucket('GET', 'first'))).toBe('404 NoSuchBucket');
    const gone = await bucket('HEAD', 'first');
    expect([gone.status, gone.headers['x-minio-error-code']]).toEqual([404, 'NoSuchBucket']);
  });

  it.each([
    'ab',
    'Upper',
    'under_score',
    '-start',
    'end-',
    'two..dots',
    'dot.-dash',
    '192.168.0.1',
    'xn--name',
    'a'.repeat(64),
  ])('cannot be called %s', async (name) => {
    expect(errorOf(await bucket('PUT', name))).toBe('400 InvalidBucketName');
  });

  it('cannot have the name of the server’s own API', async () => {
    expect(errorOf(await bucket('PUT', 'minio'))).toBe('403 AllAccessDisabled');
  });

  it('are not removed while something is in them, unless forced', async () => {
    await bucket('PUT', 'filled');
    await bucket('PUT', 'filled?versioning', versioning('Enabled'));
    await bucket('PUT', 'filled/key', 'x');
    await bucket('DELETE', 'filled/key');
    expect(errorOf(await bucket('DELETE', 'filled'))).toBe('409 BucketNotEmpty');
    const forced = await bucket('DELETE', 'filled', '', { 'x-minio-force-delete': 'true' });
    expect(forced.status).toBe(204);
    expect(errorOf(await bucket('HEAD', 'filled').then(() => bucket('GET', 'filled')))).toBe(
      '404 NoSuchBucket',
    );
  });

  it('are not removed by force where objects can be locked', async () => {
    await bucket('PUT', 'lockable', '', { 'x-amz-bucket-object-lock-enabled': 'true' });
    const forced = await bucket('DELETE', 'lockable', '', { 'x-minio-force-delete': 'true' });
    expect(errorOf(forced)).toBe('405 MethodNotAllowed');
    expect((await bucket('HEAD', 'lockable')).status).toBe(200);
  });
});

describe('what belongs to a bucket', () => {
  beforeAll(() => bucket('PUT', 'settings'));

  it.each([
    ['policy', '404 NoSuchBucketPolicy'],
    ['tagging', '404 NoSuchTagSet'],
    ['lifecycle', '404 NoSuchLifecycleConfiguration'],
    ['encryption', '404 ServerSideEncryptionConfigurationNotFoundError'],
    ['replication', '404 ReplicationConfigurationNotFoundError'],
    ['cors', '404 NoSuchCORSConfiguration'],
    ['website', '404 NoSuchWebsiteConfiguration'],
    ['object-lock', '404 ObjectLockConfigurationNotFoundError'],
    ['publicAccessBlock', '501 NotImplemented'],
  ])('%s is told to be missing', async (resource, error) => {
    expect(errorOf(await bucket('GET', `settings?${resource}`))).toBe(error);
    expect(errorOf(await bucket('GET', `missing?${resource}`))).toMatch(/NoSuchBucket|NotImpl/);
  });

  it.each(['website'])('%s cannot be set yet', async (resource) => {
    expect(errorOf(await bucket('PUT', `settings?${resource}`, '<A/>'))).toBe('501 NotImplemented');
  });

  it('answers canned texts where MinIO does', async () => {
    for (const resource of ['acl', 'notification', 'logging', 'accelerate', 'requestPayment']) {
      expect((await bucket('GET', `settings?${resource}`)).status).toBe(200);
    }
    expect(xmlAt(await bucket('GET', 'settings?policyStatus'), 'IsPublic')).toBe('FALSE');
  });

  it('takes only the private access list', async () => {
    const canned = (acl: string) => bucket('PUT', 'settings?acl', '', { 'x-amz-acl': acl });
    expect((await canned('private')).status).toBe(200);
    expect(errorOf(await canned('public-read'))).toBe('501 NotImplemented');
  });

  it('keeps tags', async () => {
    const tags =
      '<Tagging><TagSet><Tag><Key>a</Key><Value>a=1 &#43; 2</Value></Tag></TagSet></Tagging>';
    expect((await bucket('PUT', 'settings?tagging', tags)).status).toBe(200);
    const kept = await bucket('GET', 'settings?tagging');
    expect(xmlAt(kept, 'TagSet', 'Tag', 'Value')).toBe('a=1 + 2');
    expect((await bucket('DELETE', 'settings?tagging')).status).toBe(204);
    expect(errorOf(await bucket('PUT', 'settings?tagging', '<Tagging'))).toBe('400 MalformedXML');
  });

  it('keeps its policy in one form and refuses a wrong one', async () => {
    const statement = {
      Effect: 'Allow',
      Principal: '*',
      Action: 's3:GetObject',
      Resource: 'arn:aws:s3:::settings/*',
    };
    const policy = (change: object) =>
      JSON.stringify({ Version: '2012-10-17', Statement: [{ ...statement, ...change }] });
    expect((await bucket('PUT', 'settings?policy', policy({}))).status).toBe(204);
    const kept = JSON.parse((await bucket('GET', 'settings?policy')).text);
    expect(kept.Statement[0]).toMatchObject({
      Principal: { AWS: ['*'] },
      Action: ['s3:GetObject'],
    });
    expect(xmlAt(await bucket('GET', 'settings?policyStatus'), 'IsPublic')).toBe('TRUE');
    for (const wrong of [
      policy({ Resource: 'arn:aws:s3:::other/*' }),
      policy({ Effect: 'Maybe' }),
      '{',
    ]) {
      expect(errorOf(await bucket('PUT', 'settings?policy', wrong))).toBe('400 MalformedPolicy');
    }
    expect((await bucket('DELETE', 'settings?policy')).status).toBe(204);
    expect(errorOf(await bucket('GET', 'settings?policy'))).toBe('404 NoSuchBucketPolicy');
  });

  it('knows no other methods', async () => {
    for (const [method, path] of [
      ['PATCH', 'settings'],
      ['POST', 'settings?policy'],
      ['DELETE', ''],
      ['PUT', 'settings?location'],
    ] as const) {
      expect(errorOf(await bucket(method, path))).toBe('405 MethodNotAllowed');
    }
  });
});

function versioning(status: string): string {
  return `<VersioningConfiguration><Status>${status}</Status></VersioningConfiguration>`;
}

describe('versioning', () => {
  it('is off, then on or suspended', async () => {
    await bucket('PUT', 'versions');
    expect(xmlAt(await bucket('GET', 'versions?versioning'), 'Status')).toBeUndefined();
    for (const status of ['Enabled', 'Suspended']) {
      await bucket('PUT', 'versions?versioning', versioning(status));
      expect(xmlAt(await bucket('GET', 'versions?versioning'), 'Status')).toBe(status);
    }
    expect(errorOf(await bucket('PUT', 'versions?versioning', versioning('Maybe')))).toBe(
      '400 IllegalVersioningConfigurationException',
    );
  });

  it('keeps every version until it is removed by its id', async () => {
    await bucket('PUT', 'versions?versioning', versioning('Enabled'));
    const first = (await bucket('PUT', 'versions/key', 'one')).headers['x-amz-version-id'];
    await bucket('PUT', 'versions/key', 'two');
    expect((await bucket('GET', `versions/key?versionId=${first}`)).text).toBe('one');
    const marker = await bucket('DELETE', 'versions/key');
    expect(marker.headers['x-amz-delete-marker']).toBe('true');
    const missing = await bucket('GET', 'versions/key');
    expect([errorOf(missing), missing.headers['x-amz-delete-marker']]).toEqual([
      '404 NoSuchKey',
      'true',
    ]);
    const markerId = marker.headers['x-amz-version-id'];
    expect(errorOf(await bucket('GET', `versions/key?versionId=${markerId}`))).toBe(
      '405 MethodNotAllowed',
    );
    await bucket('DELETE', `versions/key?versionId=${markerId}`);
    expect((await bucket('GET', 'versions/key')).text).toBe('two');
    expect(errorOf(await bucket('GET', 'versions/key?versionId=nonsense'))).toBe(
      '400 InvalidArgument',
    );
    const strange = '00000000-0000-7000-a000-000000000000';
    expect(errorOf(await bucket('GET', `versions/key?versionId=${strange}`))).toBe(
      '404 NoSuchVersion',
    );
  });
});

describe('tags of an object', () => {
  const tagging = (value: string) =>
    `<Tagging><TagSet><Tag><Key>k</Key><Value>${value}</Value></Tag></TagSet></Tagging>`;

  it('are set, read and removed', async () => {
    await bucket('PUT', 'tagged');
    await bucket('PUT', 'tagged/key', 'x');
    expect((await bucket('PUT', 'tagged/key?tagging', tagging('v'))).status).toBe(200);
    const kept = await bucket('GET', 'tagged/key?tagging');
    expect(xmlAt(kept, 'TagSet', 'Tag', 'Value')).toBe('v');
    expect((await bucket('DELETE', 'tagged/key?tagging')).status).toBe(204);
    expect((await bucket('GET', 'tagged/key?tagging')).text).toContain('<TagSet></TagSet>');
    expect(errorOf(await bucket('PUT', 'tagged/none?tagging', tagging('v')))).toBe('404 NoSuchKey');
    expect(errorOf(await bucket('PUT', 'tagged/key?tagging', tagging('v'.repeat(257))))).toBe(
      '400 InvalidTag',
    );
  });
});

import type { IncomingMessage } from 'node:http';
import { checkSignature, parseSignature } from '@stowage/storage-wire/sigv4-check';
import { xmlDocument, xmlElement, xmlGroup } from '@stowage/storage-wire/xml';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CREDENTIALS, failure, startFakeStorage } from '../testing/fake-storage.ts';
import { createS3Client, type S3Client } from './client.ts';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A client whose calls are recorded, verified for their signature, and answered with this. */
async function recorded(
  answer: (seen: Seen) => { status?: number; body?: string; headers?: Record<string, string> },
): Promise<{ client: S3Client; seen: Seen[] }> {
  const seen: Seen[] = [];
  const fake = await startFakeStorage(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const chunks = await request.toArray();
    const call = { method, url, headers, body: Buffer.concat(chunks).toString() };
    seen.push(call);
    const [rawPath = '', rawQuery = ''] = url.split('?');
    const wire = { method, rawPath, rawQuery, headers };
    try {
      const parsed = parseSignature(wire);
      if (parsed.kind === 'anonymous' || parsed.kind === 'legacy') {
        throw new Error('not signed');
      }
      checkSignature(parsed, wire, CREDENTIALS.secretKey, { now: new Date() });
      const { status = 200, body = '', headers: extra = {} } = answer(call);
      response.writeHead(status, extra).end(body);
    } catch (error) {
      response.writeHead(403).end(xmlDocument('Error', [xmlElement('Code', String(error))]));
    }
  });
  onTestFinished(fake.stop);
  return { client: createS3Client(fake.options), seen };
}

const HOSTILE_KEYS = [
  'a/../../b',
  './x',
  '//a///b/',
  'a b+c&d=e?f#g%20',
  'ünï/😀',
  "!'()*~",
  'ctl\u0001\ttab\nnl',
  '\\windows\\',
  '%2e%2e/',
];

describe('what is sent', () => {
  it.each(HOSTILE_KEYS)('names the key %j and nothing else', async (key) => {
    const { client, seen } = await recorded(() => ({}));
    await client.headObject({ bucket: 'b', key });
    await client.deleteObject({ bucket: 'b', key, versionId: 'v/1 2' });
    await client.putObject({ bucket: 'b', key, body: Buffer.from('x'), size: 1 });
    const keys = seen.map(({ url }) => decodeURIComponent(url.replace(/\?.*$/s, '').slice(3)));
    expect(keys).toEqual([key, key, key]);
    expect(seen.map(({ url }) => url.split('?')[1])).toEqual([
      undefined,
      'versionId=v%2F1%202',
      undefined,
    ]);
  });

  it('presigns a URL that the same check accepts', async () => {
    const { client, seen } = await recorded(() => ({ body: 'data' }));
    const url = client.presignGetObject({
      bucket: 'b',
      key: 'a b/ü.txt',
      expiresSeconds: 60,
      responseContentDisposition: 'attachment; filename="a b.txt"',
    });
    expect((await fetch(url)).status).toBe(200);
    const query = new URLSearchParams(seen[0]?.url.split('?')[1]);
    expect(query.get('response-content-disposition')).toBe('attachment; filename="a b.txt"');
    const elsewhere = client.presignPutObject({
      bucket: 'b',
      key: 'k',
      expiresSeconds: 60,
      contentType: 'text/plain',
      publicEndpoint: 'https://s3.example.org',
    });
    expect(elsewhere.startsWith('https://s3.example.org/b/k?X-Amz-')).toBe(true);
    expect(new URL(elsewhere).searchParams.get('X-Amz-SignedHeaders')).toBe('content-type;host');
  });

  it('carries metadata, tags and headers of a new object', async () => {
    const { client, seen } = await recorded(() => ({ headers: { etag: '"e"' } }));
    const written = await client.putObject({
      bucket: 'b',
      key: 'k',
      body: Buffer.from('hello'),
      size: 5,
      contentType: 'text/plain',
      contentDisposition: 'inline',
      metadata: { Colour: 'blau  grün' },
      tags: { 'a b': 'c&d' },
      ifNoneMatch: '*',
    });
    expect(written).toEqual({ etag: 'e', versionId: undefined });
    expect(seen[0]).toMatchObject({ method: 'PUT', body: 'hello' });
    const headers = seen[0]?.headers;
    expect(headers).toMatchObject({
      'content-length': '5',
      'content-type': 'text/plain',
      'content-disposition': 'inline',
      'if-none-match': '*',
      'x-amz-tagging': 'a%20b=c%26d',
      'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
    });
    const colour = Buffer.from(String(headers?.['x-amz-meta-colour']), 'latin1');
    expect(colour.toString('utf8')).toBe('blau  grün');
  });

  it.each([
    ['us-east-1', ''],
    ['eu-west-1', '<LocationConstraint>eu-west-1</LocationConstraint>'],
  ])('names the region %s of a new bucket where it must', async (region, body) => {
    const { client, seen } = await recorded(() => ({}));
    await client.makeBucket({ bucket: 'b', region, objectLock: true });
    expect(seen[0]?.body).toContain(body);
    expect(seen[0]?.body === '').toBe(body === '');
    expect(seen[0]?.headers['x-amz-bucket-object-lock-enabled']).toBe('true');
  });
});

describe('deleteObjects', () => {
  const result = (members: string[] = []) => ({ body: xmlDocument('DeleteResult', members) });

  it('sends one document and gives the keys that are left', async () => {
    const left = xmlGroup('Error', [
      xmlElement('Key', 'b<&>'),
      xmlElement('VersionId', 'v'),
      xmlElement('Code', 'AccessDenied'),
      xmlElement('Message', 'no'),
    ]);
    const { client, seen } = await recorded(() => result([left]));
    const objects = [{ key: 'a' }, { key: 'b<&>', versionId: 'v' }];
    expect(await client.deleteObjects({ bucket: 'b', objects, bypassGovernance: true })).toEqual({
      failures: [{ key: 'b<&>', versionId: 'v', code: 'AccessDenied', message: 'no' }],
      markers: [],
    });
    expect(seen).toHaveLength(1);
    expect(seen[0]?.url).toBe('/b?delete=');
    expect(seen[0]?.headers['content-md5']).toMatch(/==$/);
    expect(seen[0]?.headers['x-amz-bypass-governance-retention']).toBe('true');
    expect(seen[0]?.body).toContain(
      '<Object><Key>b&lt;&amp;&gt;</Key><VersionId>v</VersionId></Object>',
    );
    expect(seen[0]?.body).toContain('<Quiet>true</Quiet>');
  });

  it('gives the delete markers that were set, not those that were removed', async () => {
    const deleted = (key: string, marker: string, versionId?: string) =>
      xmlGroup('Deleted', [
        xmlElement('Key', key),
        versionId === undefined ? undefined : xmlElement('VersionId', versionId),
        xmlElement('DeleteMarker', true),
        xmlElement('DeleteMarkerVersionId', marker),
      ]);
    const { client, seen } = await recorded(({ method }) =>
      method === 'POST'
        ? result([deleted('a', 'm1'), deleted('b', 'm2', 'm2'), xmlGroup('Deleted', [])])
        : { status: 204, headers: { 'x-amz-delete-marker': 'true', 'x-amz-version-id': 'm3' } },
    );
    const objects = [{ key: 'a' }, { key: 'b', versionId: 'm2' }, { key: 'c\u0001' }];
    const outcome = await client.deleteObjects({ bucket: 'b', objects, reportMarkers: true });
    expect(outcome).toEqual({
      failures: [],
      markers: [
        { key: 'a', versionId: 'm1' },
        { key: 'c\u0001', versionId: 'm3' },
      ],
    });
    expect(seen[0]?.body).toContain('<Quiet>false</Quiet>');
  });

  it('deletes keys that XML cannot hold by themselves', async () => {
    const { client, seen } = await recorded(({ method, url }) =>
      method === 'POST' ? result() : { status: url.includes('%02') ? 403 : 204 },
    );
    const objects = [{ key: 'a\u0001' }, { key: 'plain\t' }, { key: 'b\u0002', versionId: 'v' }];
    const { failures } = await client.deleteObjects({ bucket: 'b', objects });
    expect(failures).toMatchObject([{ key: 'b\u0002', versionId: 'v', code: 'AccessDenied' }]);
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /b?delete=',
      'DELETE /b/a%01',
      'DELETE /b/b%02?versionId=v',
    ]);
  });

  it.each([0, 1001])('takes no %i keys', async (count) => {
    const { client } = await recorded(() => result());
    const objects = Array.from({ length: count }, (_, index) => ({ key: String(index) }));
    expect(await failure(client.deleteObjects({ bucket: 'b', objects }))).toBeInstanceOf(
      RangeError,
    );
  });
});

describe('what is read', () => {
  it('decodes the names of a listing', async () => {
    const entry = xmlGroup('Contents', [
      xmlElement('Key', 'a+%2Bc%2F%F0%9F%98%80%01'),
      xmlElement('LastModified', '2026-01-01T00:00:00.000Z'),
      xmlElement('ETag', '"abc-2"'),
      xmlElement('Size', 5_000_000_000),
      xmlElement('StorageClass', 'STANDARD'),
      '<UserMetadata><content-type>a/b</content-type><X-Amz-Meta-Who>Zoë</X-Amz-Meta-Who></UserMetadata>',
      xmlElement('UserTags', 'k=v+1&l=%26'),
    ]);
    const body = xmlDocument('ListBucketResult', [
      xmlElement('EncodingType', 'url'),
      xmlElement('IsTruncated', true),
      xmlElement('NextContinuationToken', 'tok+en%2'),
      entry,
      xmlGroup('CommonPrefixes', [xmlElement('Prefix', 'a+%2By%2F')]),
      xmlGroup('CommonPrefixes', [xmlElement('Prefix', '%ff')]),
    ]);
    const { client, seen } = await recorded(() => ({ body }));
    const listing = await client.listObjects({
      bucket: 'b',
      prefix: 'a +',
      delimiter: '/',
      continuationToken: 'tok+en%',
      withMetadata: true,
    });
    expect(listing).toEqual({
      objects: [
        {
          key: 'a +c/😀\u0001',
          size: 5_000_000_000,
          lastModified: '2026-01-01T00:00:00.000Z',
          etag: 'abc-2',
          storageClass: 'STANDARD',
          contentType: 'a/b',
          metadata: { who: 'Zoë' },
          tags: { k: 'v 1', l: '&' },
        },
      ],
      prefixes: ['a +y/', '%ff'],
      truncated: true,
      nextToken: 'tok+en%2',
    });
    expect(seen[0]?.url).toBe(
      '/b?list-type=2&encoding-type=url&prefix=a%20%2B&delimiter=%2F' +
        '&continuation-token=tok%2Ben%25&metadata=true',
    );
  });

  it('leaves names alone that the server did not encode', async () => {
    const entry = xmlGroup('Contents', [xmlElement('Key', 'a+b%41'), xmlElement('Size', 1)]);
    const { client } = await recorded(() => ({ body: xmlDocument('ListBucketResult', [entry]) }));
    const { objects } = await client.listObjects({ bucket: 'b' });
    expect(objects[0]?.key).toBe('a+b%41');
  });

  it('keeps versions and delete markers in their order', async () => {
    const version = (kind: string, id: string, latest: boolean) =>
      xmlGroup(kind, [
        xmlElement('Key', 'k'),
        xmlElement('VersionId', id),
        xmlElement('IsLatest', latest),
        xmlElement('LastModified', '2026-01-01T00:00:00.000Z'),
      ]);
    const body = xmlDocument('ListVersionsResult', [
      version('DeleteMarker', 'v3', true),
      version('Version', 'v2', false),
      version('Version', '', false),
      xmlElement('NextKeyMarker', 'k'),
      xmlElement('NextVersionIdMarker', 'v2'),
    ]);
    const { client } = await recorded(() => ({ body }));
    const listing = await client.listObjectVersions({ bucket: 'b' });
    expect(
      listing.versions.map(({ versionId, isDeleteMarker }) => [versionId, isDeleteMarker]),
    ).toEqual([
      ['v3', true],
      ['v2', false],
      ['null', false],
    ]);
    expect(listing).toMatchObject({ nextKeyMarker: 'k', nextVersionIdMarker: 'v2' });
  });

  it('decodes the headers of an object', async () => {
    const headers = {
      etag: '"e"',
      'last-modified': 'Sun, 01 Mar 2026 12:00:00 GMT',
      'x-amz-meta-who': '=?UTF-8?q?Zo=C3=AB_B?=',
      'x-amz-object-lock-mode': 'GOVERNANCE',
      'x-amz-object-lock-retain-until-date': '2027-01-01T00:00:00Z',
      'x-amz-object-lock-legal-hold': 'OFF',
      'x-amz-tagging-count': '2',
      'x-amz-version-id': 'v',
    };
    const { client } = await recorded(() => ({ headers }));
    expect(await client.headObject({ bucket: 'b', key: 'k' })).toMatchObject({
      etag: 'e',
      lastModified: '2026-03-01T12:00:00.000Z',
      metadata: { who: 'Zoë B' },
      retention: { mode: 'GOVERNANCE', until: '2027-01-01T00:00:00Z' },
      legalHold: false,
      tagCount: 2,
      versionId: 'v',
      deleteMarker: false,
    });
  });

  it('refuses a number that is none', async () => {
    const entry = xmlGroup('Contents', [xmlElement('Key', 'k'), xmlElement('Size', 'many')]);
    const { client } = await recorded(() => ({ body: xmlDocument('ListBucketResult', [entry]) }));
    expect(await failure(client.listObjects({ bucket: 'b' }))).toMatchObject({
      code: 'InvalidResponse',
    });
  });
});

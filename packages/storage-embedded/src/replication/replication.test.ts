import { hash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEncryptingStorage } from '../s3/encryption/testing/encrypting-storage.ts';
import { eventually } from '../testing/eventually.ts';
import { pair, replicated, sameVersions, statusOf, versionsOf } from '../testing/replication.ts';
import { startTestStorage, type TestStorage, xmlAt } from '../testing/test-storage.ts';

let source: TestStorage;
let target: TestStorage;

beforeEach(async () => {
  [source, target] = await Promise.all([startTestStorage(), startTestStorage()]);
});

afterEach(async () => {
  await Promise.all([source.close(), target.close()]);
});

const put = (path: string, body: string | Uint8Array, headers = {}) =>
  source.call({ method: 'PUT', path, body, headers });

async function upload(path: string, parts: readonly Uint8Array[], headers: Record<string, string>) {
  const begun = await source.call({ method: 'POST', path: `${path}?uploads`, headers });
  const id = xmlAt(begun, 'UploadId');
  const elements: string[] = [];
  for (const [index, body] of parts.entries()) {
    const number = index + 1;
    const part = await source.call({
      method: 'PUT',
      path: `${path}?partNumber=${number}&uploadId=${id}`,
      body,
    });
    elements.push(
      `<Part><PartNumber>${number}</PartNumber><ETag>${part.headers.etag}</ETag></Part>`,
    );
  }
  const body = `<CompleteMultipartUpload>${elements.join('')}</CompleteMultipartUpload>`;
  await source.call({ method: 'POST', path: `${path}?uploadId=${id}`, body });
}

const alike = () => sameVersions(source, target);

describe('an object written to a source', () => {
  it('arrives with everything that is known about it', async () => {
    await pair(source, target);
    const written = await put('/source/dir/%C3%A4%20b', 'content', {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-amz-meta-name': 'Grüße',
      'x-amz-tagging': 'a=b&c=%20d',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'x-amz-checksum-algorithm': 'SHA256',
    });
    expect(written.status).toBe(200);
    expect(await replicated(source, '/source/dir/%C3%A4%20b')).toBe('COMPLETED');
    const there = await target.call({
      path: '/replicas/dir/%C3%A4%20b',
      headers: { 'x-amz-checksum-mode': 'ENABLED' },
    });
    const here = await source.call({
      path: '/source/dir/%C3%A4%20b',
      headers: { 'x-amz-checksum-mode': 'ENABLED' },
    });
    expect(there.text).toBe('content');
    const { date: _, 'x-amz-request-id': __, 'x-amz-id-2': ___, ...headers } = here.headers;
    expect(there.headers).toMatchObject({ ...headers, 'x-amz-replication-status': 'REPLICA' });
    const tags = await target.call({ path: '/replicas/dir/%C3%A4%20b?tagging' });
    expect(tags.text).toContain('<Key>c</Key><Value> d</Value>');
  });

  it('arrives in parts when it was written in parts', async () => {
    await pair(source, target);
    const parts = [randomBytes(9 * 1024 * 1024), randomBytes(8 * 1024 * 1024), Buffer.from('end')];
    await upload('/source/large', parts, { 'x-amz-checksum-algorithm': 'CRC32C' });
    expect(await replicated(source, '/source/large')).toBe('COMPLETED');
    const headers = { 'x-amz-checksum-mode': 'ENABLED' };
    const [here, there] = await Promise.all([
      source.call({ path: '/source/large', headers }),
      target.call({ path: '/replicas/large', headers }),
    ]);
    expect(there.body.equals(Buffer.concat(parts))).toBe(true);
    for (const name of ['etag', 'x-amz-version-id', 'last-modified', 'x-amz-checksum-crc32c']) {
      expect([name, there.headers[name]]).toEqual([name, here.headers[name]]);
    }
    const second = await target.call({ path: '/replicas/large?partNumber=2', headers });
    expect(second.body.equals(parts[1] ?? Buffer.alloc(0))).toBe(true);
  });

  it('keeps its versions with their ids and their order', async () => {
    await pair(source, target);
    await Promise.all([1, 2, 3, 4, 5].map((n) => put('/source/k', `content ${n}`)));
    const [here, there] = await alike();
    expect(there).toEqual(here);
    expect(there).toHaveLength(5);
  });

  it.each(['AES256', 'aws:kms'])('is encrypted there as it is here (%s)', async (algorithm) => {
    await Promise.all([source.close(), target.close()]);
    [source, target] = await Promise.all([startEncryptingStorage(), startEncryptingStorage()]);
    await pair(source, target);
    const body = randomBytes(200_000);
    await put('/source/secret', body, {
      'x-amz-server-side-encryption': algorithm,
      ...(algorithm === 'AES256'
        ? {}
        : { 'x-amz-server-side-encryption-aws-kms-key-id': 'second' }),
    });
    expect(await replicated(source, '/source/secret')).toBe('COMPLETED');
    const there = await target.call({ path: '/replicas/secret' });
    expect(there.body.equals(body)).toBe(true);
    expect(there.headers['x-amz-server-side-encryption']).toBe(algorithm);
  });

  it('stays where it is when nobody but its owner has the key', async () => {
    await pair(source, target);
    const key = randomBytes(32);
    const prefix = 'x-amz-server-side-encryption-customer-';
    const headers = {
      [`${prefix}algorithm`]: 'AES256',
      [`${prefix}key`]: key.toString('base64'),
      [`${prefix}key-md5`]: hash('md5', key, 'base64'),
    };
    await put('/source/own', 'content', headers);
    const { headers: seen } = await source.call({ method: 'HEAD', path: '/source/own', headers });
    expect(seen['x-amz-replication-status']).toBe('FAILED');
    await put('/source/after', 'x');
    await replicated(source, '/source/after');
    expect((await target.call({ path: '/replicas/own' })).status).toBe(404);
  });

  it('waits for its replica where the target is to be in step', async () => {
    await pair(source, target, {}, { replicationSync: true });
    await put('/source/k', 'content');
    expect(await statusOf(source, '/source/k')).toBe('COMPLETED');
    expect((await target.call({ path: '/replicas/k' })).text).toBe('content');
  });
});

describe('what happens to an object later', () => {
  it('is done there too: tags, a delete marker and its removal, the removal of a version', async () => {
    await pair(source, target, { deleteMarkers: true, deletes: true });
    await put('/source/k', 'one');
    const two = await put('/source/k', 'two');
    await source.call({
      method: 'PUT',
      path: '/source/k?tagging',
      body: '<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>',
    });
    const tagged = await eventually(
      () => target.call({ path: '/replicas/k?tagging' }),
      ({ text }) => text.includes('<Key>a</Key>'),
    );
    expect(tagged.text).toContain('<Value>b</Value>');
    expect(await replicated(source, '/source/k')).toBe('COMPLETED');

    const marker = await source.call({ method: 'DELETE', path: '/source/k' });
    const markerId = String(marker.headers['x-amz-version-id']);
    const [marked, alsoMarked] = await alike();
    expect(alsoMarked).toEqual(marked);
    expect(alsoMarked?.[0]).toBe(`-k ${markerId} true`);

    await source.call({ method: 'DELETE', path: `/source/k?versionId=${markerId}` });
    await source.call({
      method: 'DELETE',
      path: `/source/k?versionId=${two.headers['x-amz-version-id']}`,
    });
    const [left, leftThere] = await alike();
    expect(leftThere).toEqual(left);
    expect(leftThere).toHaveLength(1);
  });

  it('is not done there when the rule says so', async () => {
    await pair(source, target);
    const { headers } = await put('/source/k', 'one');
    await put('/source/other', 'x');
    await replicated(source, '/source/other');
    await source.call({ method: 'DELETE', path: '/source/other' });
    await source.call({
      method: 'DELETE',
      path: `/source/k?versionId=${headers['x-amz-version-id']}`,
    });
    await put('/source/last', 'x');
    await replicated(source, '/source/last');
    expect((await versionsOf(target, 'replicas')).map((line) => line.split(' ')[0])).toEqual([
      'k',
      'last',
      'other',
    ]);
  });

  it('holds for retention and legal hold', async () => {
    for (const [storage, bucket] of [
      [source, 'source'],
      [target, 'replicas'],
    ] as const) {
      const headers = { 'x-amz-bucket-object-lock-enabled': 'true' };
      await storage.call({ method: 'PUT', path: `/${bucket}`, headers });
    }
    await pair(source, target);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await put('/source/k', 'content', {
      'x-amz-object-lock-mode': 'GOVERNANCE',
      'x-amz-object-lock-retain-until-date': until,
    });
    expect(await replicated(source, '/source/k')).toBe('COMPLETED');
    const body = '<LegalHold><Status>ON</Status></LegalHold>';
    await source.call({ method: 'PUT', path: '/source/k?legal-hold', body });
    const held = await eventually(
      () => target.call({ method: 'HEAD', path: '/replicas/k' }),
      ({ headers }) => headers['x-amz-object-lock-legal-hold'] === 'ON',
    );
    expect(held.headers).toMatchObject({
      'x-amz-object-lock-mode': 'GOVERNANCE',
      'x-amz-object-lock-retain-until-date': until,
      'x-amz-object-lock-legal-hold': 'ON',
    });
  });
});

import { hash } from 'node:crypto';
import { parseXml, xmlChildren, xmlText } from '@stowage/storage-wire/xml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  errorOf,
  startTestStorage,
  type TestStorage,
  xmlAt,
} from '../../testing/test-storage.ts';

let storage: TestStorage;

const KEYS = ['a', 'a/1', 'a/2', 'a//3', 'b', 'b c', 'd/é', 'd/🚀', 'e&<>"', 'z/'];

beforeAll(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
  for (const key of KEYS) {
    const path = `/bucket/${encodeURIComponent(key)}`;
    await storage.call({ method: 'PUT', path, body: key, headers: { 'x-amz-meta-k': 'v' } });
  }
});

afterAll(() => storage.close());

const list = (query: string) => storage.call({ path: `/bucket?${query}` });

function entries(answer: Answer, name = 'Contents'): string[] {
  return xmlChildren(parseXml(answer.body), name).map((entry) => xmlText(entry, 'Key') ?? '');
}

function prefixes(answer: Answer): string[] {
  return xmlChildren(parseXml(answer.body), 'CommonPrefixes').map(
    (entry) => xmlText(entry, 'Prefix') ?? '',
  );
}

const byBytes = (keys: readonly string[]) =>
  [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

describe('a listing', () => {
  it('has all keys in byte order, whatever is in them', async () => {
    const answer = await list('list-type=2');
    expect(entries(answer)).toEqual(byBytes(KEYS));
    expect(xmlAt(answer, 'KeyCount')).toBe(String(KEYS.length));
    expect(xmlAt(answer, 'IsTruncated')).toBe('false');
  });

  it('rolls keys up at a delimiter of any text', async () => {
    const folders = await list('list-type=2&delimiter=%2F');
    expect(entries(folders)).toEqual(['a', 'b', 'b c', 'e&<>"']);
    expect(prefixes(folders)).toEqual(['a/', 'd/', 'z/']);
    const inside = await list('list-type=2&delimiter=%2F&prefix=a%2F');
    expect([entries(inside), prefixes(inside)]).toEqual([['a/1', 'a/2'], ['a//']]);
    const odd = await list('list-type=2&delimiter=%2F%2F');
    expect(prefixes(odd)).toEqual(['a//']);
  });

  it.each(['list-type=2', 'list-type=1&v1'])('pages through with %s', async (kind) => {
    const seen: string[] = [];
    let more = '';
    for (let page = 0; page < 20; page++) {
      const answer = await list(
        `${kind === 'list-type=2' ? kind : 'prefix='}&max-keys=3&delimiter=%2F${more}`,
      );
      seen.push(...entries(answer), ...prefixes(answer));
      if (xmlAt(answer, 'IsTruncated') === 'false') {
        break;
      }
      const token = xmlAt(answer, 'NextContinuationToken');
      more =
        token === undefined
          ? `&marker=${encodeURIComponent(xmlAt(answer, 'NextMarker') ?? '')}`
          : `&continuation-token=${encodeURIComponent(token)}`;
    }
    expect(byBytes(seen)).toEqual(byBytes(['a', 'b', 'b c', 'e&<>"', 'a/', 'd/', 'z/']));
  });

  it('encodes keys when asked to', async () => {
    const answer = await list('list-type=2&encoding-type=url&prefix=b');
    expect(entries(answer)).toEqual(['b', 'b%20c']);
    expect(xmlAt(answer, 'EncodingType')).toBe('url');
  });

  it('starts after a key, and names the owner on request', async () => {
    const answer = await list('list-type=2&start-after=b%20c&fetch-owner=true');
    expect(entries(answer)[0]).toBe('d/é');
    expect(xmlAt(answer, 'Contents', 'Owner', 'DisplayName')).toBe('stowage');
    expect(xmlAt(await list('list-type=2'), 'Contents', 'Owner', 'ID')).toBeUndefined();
  });

  it('brings metadata along (MinIO)', async () => {
    const answer = await list('list-type=2&metadata=true&prefix=b');
    expect(xmlAt(answer, 'Contents', 'UserMetadata', 'X-Amz-Meta-K')).toBe('v');
  });

  it.each([
    ['max-keys=-1', '400 InvalidArgument'],
    ['max-keys=many', '400 InvalidArgument'],
    ['encoding-type=base64', '400 InvalidArgument'],
    ['list-type=2&continuation-token=', '400 InvalidArgument'],
    ['list-type=2&continuation-token=c3RyYW5nZQ', '400 InvalidArgument'],
    ['versions&version-id-marker=null', '400 InvalidArgument'],
    ['uploads&max-uploads=x', '400 InvalidArgument'],
  ])('refuses %s', async (query, error) => {
    expect(errorOf(await list(query))).toBe(error);
  });

  it('of no keys is empty and complete', async () => {
    const answer = await list('list-type=2&max-keys=0');
    expect([entries(answer), xmlAt(answer, 'IsTruncated')]).toEqual([[], 'false']);
  });
});

describe('a listing of versions', () => {
  it('pages through versions and delete markers', async () => {
    await storage.call({ method: 'PUT', path: '/history' });
    const status = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>';
    await storage.call({ method: 'PUT', path: '/history?versioning', body: status });
    for (const body of ['1', '2', '3']) {
      await storage.call({ method: 'PUT', path: '/history/key', body });
    }
    await storage.call({ method: 'DELETE', path: '/history/key' });
    const ids: string[] = [];
    let markers = '';
    for (let page = 0; page < 5; page++) {
      const answer = await storage.call({ path: `/history?versions&max-keys=1${markers}` });
      const root = parseXml(answer.body);
      for (const entry of root.children) {
        if (entry.name === 'Version' || entry.name === 'DeleteMarker') {
          ids.push(`${entry.name} ${xmlText(entry, 'IsLatest')} ${xmlText(entry, 'VersionId')}`);
        }
      }
      markers = `&key-marker=${xmlText(root, 'NextKeyMarker')}&version-id-marker=${xmlText(root, 'NextVersionIdMarker')}`;
      if (xmlText(root, 'IsTruncated') === 'false') {
        break;
      }
    }
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(4);
    expect(ids.map((id) => id.split(' ').slice(0, 2).join(' '))).toEqual([
      'DeleteMarker true',
      'Version false',
      'Version false',
      'Version false',
    ]);
  });
});

describe('deleting many', () => {
  const remove = (body: string, headers: Record<string, string>) =>
    storage.call({ method: 'POST', path: '/bucket?delete', body, headers });
  const digest = (body: string) => ({ 'content-md5': md5(body) });

  it('tells the outcome of each key', async () => {
    await storage.call({ method: 'PUT', path: '/bucket/x1', body: 'x' });
    const body =
      '<Delete><Object><Key>x1</Key></Object><Object><Key>none&amp;</Key></Object><Object><Key>k</Key><VersionId>bad</VersionId></Object></Delete>';
    const answer = await remove(body, digest(body));
    expect(entries(answer, 'Deleted')).toEqual(['x1', 'none&']);
    expect(xmlAt(answer, 'Error', 'Code')).toBe('NoSuchVersion');
    expect(entries(await list('prefix=x1'))).toEqual([]);
  });

  it('is silent about success when asked to', async () => {
    const body = '<Delete><Quiet>true</Quiet><Object><Key>x1</Key></Object></Delete>';
    expect(entries(await remove(body, digest(body)), 'Deleted')).toEqual([]);
  });

  it('is refused to anonymous users', async () => {
    const body = '<Delete><Object><Key>a</Key></Object></Delete>';
    const answer = await storage.call({
      method: 'POST',
      path: '/bucket?delete',
      body,
      headers: digest(body),
      as: 'anonymous',
    });
    expect(errorOf(answer)).toBe('403 AccessDenied');
    expect(entries(await list('prefix=a'))).toContain('a');
  });

  it.each([
    [
      'without a digest',
      '<Delete><Object><Key>a</Key></Object></Delete>',
      false,
      '400 MissingContentMD5',
    ],
    ['with a wrong digest', '<Delete/>', 'other', '400 BadDigest'],
    ['of nothing', '<Delete></Delete>', true, '400 MalformedXML'],
    ['of nonsense', 'nonsense', true, '400 MalformedXML'],
    ['with an entity', '<!DOCTYPE a [<!ENTITY b "c">]><Delete/>', true, '400 MalformedXML'],
    [
      'of 1001 keys',
      `<Delete>${'<Object><Key>a</Key></Object>'.repeat(1001)}</Delete>`,
      true,
      '400 MalformedXML',
    ],
  ])('%s is refused', async (_, body, digested, error) => {
    const headers =
      digested === false ? {} : digest(typeof digested === 'string' ? digested : body);
    expect(errorOf(await remove(body, headers))).toBe(error);
    expect(entries(await list('prefix=a'))).toContain('a');
  });
});

function md5(text: string): string {
  return hash('md5', text, 'base64');
}

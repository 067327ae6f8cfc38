import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreFixture } from '../engine/testing/store-fixture.ts';
import { eventually } from '../testing/eventually.ts';
import {
  makeVersioned,
  replicated,
  rulesXml,
  setRules,
  setTarget,
  statusOf,
  targetOf,
  versionsOf,
} from '../testing/replication.ts';
import { ROOT, startTestStorage, type TestStorage } from '../testing/test-storage.ts';
import { Pace } from './pace.ts';
import { RemoteServer } from './remote-server.ts';
import { sendContent } from './send-content.ts';
import { PlainServer } from './testing/plain-server.ts';

let source: TestStorage;
let target: TestStorage;
let plain: PlainServer;

beforeEach(async () => {
  [source, target] = await Promise.all([startTestStorage(), startTestStorage()]);
  plain = await PlainServer.start(() => target.url);
  await makeVersioned(source, 'source');
  await makeVersioned(target, 'replicas');
  const arn = JSON.parse((await setTarget(source, targetOf(plain.url))).text);
  const rules = rulesXml({ arn, deleteMarkers: true, deletes: true });
  expect((await setRules(source, rules)).status).toBe(200);
});

afterEach(async () => {
  await Promise.all([source.close(), target.close()]);
  await plain.close();
});

const put = (body: string, headers = {}) =>
  source.call({ method: 'PUT', path: '/source/k', body, headers });
const tag = (value: string) =>
  source.call({
    method: 'PUT',
    path: '/source/k?tagging',
    body: `<Tagging><TagSet><Tag><Key>a</Key><Value>${value}</Value></Tag></TagSet></Tagging>`,
  });
const tagsThere = async () => (await target.call({ path: '/replicas/k?tagging' })).text;
const kinds = async () =>
  (await versionsOf(target, 'replicas')).map((line) => line.replace(/ [0-9a-f-]{36} /, ' '));

describe('a server without the extensions of MinIO', () => {
  it('gets plain uploads, and the changes and deletions of what it was given', async () => {
    const one = await put('one', { 'x-amz-meta-name': 'value', 'x-amz-tagging': 'a=1' });
    expect(await replicated(source, '/source/k')).toBe('COMPLETED');
    const there = await target.call({ path: '/replicas/k' });
    expect(there.text).toBe('one');
    expect(there.headers).toMatchObject({ 'x-amz-meta-name': 'value', etag: one.headers.etag });
    expect(there.headers['x-amz-version-id']).not.toBe(one.headers['x-amz-version-id']);

    await tag('2');
    expect(await eventually(tagsThere, (text) => text.includes('<Value>2<'))).toContain(
      '<Value>2<',
    );
    const marker = await source.call({ method: 'DELETE', path: '/source/k' });
    const marked = await eventually(kinds, (lines) => lines.length === 2);
    expect(marked).toEqual(['-k true', 'k false']);
    for (const { headers } of [marker, one]) {
      const id = headers['x-amz-version-id'];
      await source.call({ method: 'DELETE', path: `/source/k?versionId=${id}` });
    }
    expect(await eventually(kinds, (lines) => lines.length === 0)).toEqual([]);
    expect(plain.calls.filter((call) => call.includes('minio'))).toEqual([]);
    expect(plain.calls.filter((call) => call.includes('replication-status'))).toEqual([]);
  });
});

describe('an object that is changed while it is sent', () => {
  it('is done when the change has arrived too, not before', async () => {
    const { arrived, release } = plain.hold();
    await put('content');
    await arrived;
    await tag('late');
    expect(await statusOf(source, '/source/k')).toBe('PENDING');
    release();
    expect(await replicated(source, '/source/k')).toBe('COMPLETED');
    expect(await tagsThere()).toContain('<Value>late<');
  });

  it('goes on while other buckets change', async () => {
    const { arrived, release } = plain.hold();
    await put('content');
    await arrived;
    await source.call({ method: 'PUT', path: '/another' });
    await source.call({ method: 'PUT', path: '/source/other', body: 'x' });
    expect(await replicated(source, '/source/other')).toBe('COMPLETED');
    release();
    expect(await replicated(source, '/source/k')).toBe('COMPLETED');
    expect(plain.calls.filter((call) => call.startsWith('PUT /replicas/k'))).toHaveLength(1);
  });

  it('leaves nothing behind when it is deleted meanwhile', async () => {
    const { arrived, release } = plain.hold();
    const { headers } = await put('content');
    await arrived;
    const id = headers['x-amz-version-id'];
    await source.call({ method: 'DELETE', path: `/source/k?versionId=${id}` });
    release();
    await put('last');
    await replicated(source, '/source/k');
    expect(await kinds()).toEqual(['k true']);
  });
});

it('a limit holds what goes over the wire', async () => {
  const fixture = await StoreFixture.create();
  const server = new RemoteServer({
    arn: 'arn',
    type: 'replication',
    sourceBucket: 'bucket',
    endpoint: new URL(target.url).host,
    secure: false,
    ...ROOT,
    sessionToken: '',
    targetBucket: 'replicas',
    region: '',
    path: 'auto',
    api: 's3v4',
    bandwidthLimit: 0,
    sync: false,
    storageClass: '',
    healthCheckDuration: 0,
    disableProxy: true,
    resetBeforeDate: '',
    resetId: '',
    plain: true,
  });
  try {
    const { store } = fixture;
    await store.createBucket({ name: 'bucket', region: '', objectLock: false });
    const size = 4 * 1024 * 1024;
    const attributes = {
      contentType: '',
      headers: {},
      metadata: {},
      tags: {},
      storageClass: 'STANDARD',
    };
    async function* source(): AsyncGenerator<Uint8Array, void, undefined> {
      yield new Uint8Array(size);
    }
    const object = await store.putObject({
      bucket: 'bucket',
      key: 'held',
      attributes,
      body: { source: source(), size },
    });
    const pace = new Pace();
    const limit = 4 * 1024 * 1024;
    const sending = {
      store: { engine: store, objectKeys: { open: () => undefined } },
      server,
      storageClass: undefined,
      hold: (content: AsyncIterable<Uint8Array>) =>
        pace.hold(
          content,
          () => limit,
          () => undefined,
        ),
    };
    const began = performance.now();
    await sendContent(sending, object);
    await sendContent(sending, object);
    // Two seconds for both, except for the last piece, which nothing waits for.
    expect(performance.now() - began).toBeGreaterThan(1500);
    expect(
      (await target.call({ method: 'HEAD', path: '/replicas/held' })).headers['content-length'],
    ).toBe(String(size));
  } finally {
    await server.close();
    await fixture.remove();
  }
});

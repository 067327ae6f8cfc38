import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import {
  makeVersioned,
  pair,
  replicated,
  rulesXml,
  sameVersions,
  setRules,
  setTarget,
  statusOf,
  targetOf,
  versionsOf,
} from '../testing/replication.ts';
import { addUser, startTestStorage, type TestStorage } from '../testing/test-storage.ts';

let source: TestStorage;
let target: TestStorage;

beforeEach(async () => {
  [source, target] = await Promise.all([startTestStorage(), startTestStorage()]);
});

afterEach(async () => {
  await Promise.all([source.close(), target.close()]);
});

const put = (path: string, body: string) => source.call({ method: 'PUT', path, body });
const alike = () => sameVersions(source, target);

describe('objects that were there before', () => {
  it.each([true, false])('are sent as the rule says (%s)', async (existing) => {
    await makeVersioned(source, 'source');
    await put('/source/a/old', 'old');
    await put('/source/b', 'old');
    await pair(source, target, { existing, filter: '<Prefix>a/</Prefix>' });
    await put('/source/a/new', 'new');
    await replicated(source, '/source/a/new');
    const expected = existing ? ['a/new', 'a/old'] : ['a/new'];
    const keys = await eventually(
      async () => (await versionsOf(target, 'replicas')).map((line) => line.split(' ')[0]),
      (found) => found.length === expected.length,
    );
    expect(keys).toEqual(expected);
    expect(await statusOf(source, '/source/b')).toBe('200');
  });

  it('are sent once more by a resync, which tells what it did', async () => {
    const arn = await pair(source, target, { existing: true });
    for (const key of ['a', 'b', 'c']) {
      await put(`/source/${key}`, key);
      await replicated(source, `/source/${key}`);
    }
    for (const line of await versionsOf(target, 'replicas')) {
      const [key, id] = line.split(' ');
      await target.call({ method: 'DELETE', path: `/replicas/${key}?versionId=${id}` });
    }
    const query = `arn=${encodeURIComponent(arn)}`;
    const begun = await source.call({
      method: 'PUT',
      path: `/source?replication-reset&${query}&reset-id=again`,
    });
    expect(JSON.parse(begun.text).target[0]).toMatchObject({ arn, resetid: 'again' });
    const state = await eventually(
      async () =>
        JSON.parse((await source.call({ path: `/source?replication-reset-status&${query}` })).text)
          .target[0],
      ({ resyncStatus }) => resyncStatus !== 'Ongoing',
    );
    expect(state).toMatchObject({
      resyncStatus: 'Completed',
      replicationCount: 3,
      completedReplicationSize: 3,
      failedReplicationCount: 0,
      resetid: 'again',
    });
    expect(await versionsOf(target, 'replicas')).toEqual(await versionsOf(source, 'source'));
  });
});

describe('a target that is away', () => {
  it('gets everything when it is back, also what the source was killed with', async () => {
    const arn = await pair(source, target, { deleteMarkers: true, deletes: true });
    await put('/source/kept', 'x');
    await put('/source/gone', 'x');
    await replicated(source, '/source/gone');
    const port = Number(new URL(target.url).port);
    await target.stop();

    await put('/source/later', 'later');
    await source.call({ method: 'DELETE', path: '/source/gone' });
    expect(
      await eventually(
        () => statusOf(source, '/source/later'),
        (status) => status === 'FAILED',
      ),
    ).toBe('FAILED');
    const listed = await eventually(
      async () => {
        const path = '/minio/admin/v3/list-remote-targets?bucket=source&type=';
        return JSON.parse((await source.call({ path })).text)[0];
      },
      ({ lastError }) => lastError !== undefined,
    );
    expect(listed).toMatchObject({ arn, isOnline: false, lastError: { code: 'ECONNREFUSED' } });

    await source.restart();
    await put('/source/after', 'after');
    await target.restart({ port });
    const [here, there] = await alike();
    expect(there).toEqual(here);
    expect(await replicated(source, '/source/later')).toBe('COMPLETED');
    expect(await replicated(source, '/source/after')).toBe('COMPLETED');
  });

  it('is named with its error when it does not take the credentials any more', async () => {
    const user = { accessKey: 'replicator', secretKey: 'replicator-secret' };
    await addUser(target, user, 'readwrite');
    const arn = await pair(source, target, {}, { credentials: user });
    await target.call({
      method: 'DELETE',
      path: '/minio/admin/v3/remove-user?accessKey=replicator',
    });
    await put('/source/k', 'x');
    expect(
      await eventually(
        () => statusOf(source, '/source/k'),
        (status) => status === 'FAILED',
      ),
    ).toBe('FAILED');
    const path = '/minio/admin/v3/list-remote-targets?bucket=source';
    const { text } = await source.call({ path });
    expect(JSON.parse(text)[0]).toMatchObject({ arn, lastError: { code: 'InvalidAccessKeyId' } });
    expect(text).not.toContain('replicator-secret');
    const metrics = await source.call({ path: '/source?replication-metrics=2' });
    expect(JSON.parse(metrics.text).currStats.Stats[arn]).toMatchObject({
      failed: { totals: { count: 1 } },
    });
    expect(source.messages.join()).not.toContain('replicator-secret');
  });
});

describe('rules', () => {
  it('decide by their priority, for each target by itself', async () => {
    const third = await startTestStorage();
    try {
      const first = await pair(source, target);
      await makeVersioned(third, 'replicas');
      const second = JSON.parse((await setTarget(source, targetOf(third.url))).text);
      const tag = '<Tag><Key>only</Key><Value>first</Value></Tag>';
      await setRules(
        source,
        rulesXml(
          { arn: first, priority: 1, filter: '<Prefix>a/</Prefix>' },
          { arn: second, priority: 2 },
          { arn: second, priority: 9, filter: tag, status: 'Disabled' },
        ),
      );
      await put('/source/a/both', 'x');
      await put('/source/b/second', 'x');
      await replicated(source, '/source/a/both');
      await replicated(source, '/source/b/second');
      const keys = async (storage: TestStorage) =>
        (await versionsOf(storage, 'replicas')).map((line) => line.split(' ')[0]);
      expect(await keys(target)).toEqual(['a/both']);
      expect(await keys(third)).toEqual(['a/both', 'b/second']);
    } finally {
      await third.close();
    }
  });

  it('of two buckets that send to each other do not send anything back', async () => {
    await pair(source, target);
    const back = targetOf(source.url, { targetbucket: 'source' });
    const arn = JSON.parse((await setTarget(target, back, 'bucket=replicas')).text);
    await setRules(target, rulesXml({ arn }), 'replicas');
    await put('/source/k', 'one');
    await replicated(source, '/source/k');
    expect(await statusOf(target, '/replicas/k')).toBe('REPLICA');
    await target.call({ method: 'PUT', path: '/replicas/there', body: 'two' });
    await replicated(target, '/replicas/there');
    // Changes of the replica are replicated back to the source.
    await target.call({
      method: 'PUT',
      path: '/replicas/k?tagging',
      body: '<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>',
    });
    const tagged = await eventually(
      () => source.call({ path: '/source/k?tagging' }),
      ({ text }) => text.includes('<Key>a</Key>'),
    );
    expect(tagged.text).toContain('<Key>a</Key>');
    const [here, there] = await alike();
    expect(there).toEqual(here);
    expect(here).toHaveLength(2);
  });
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import { ChildStorage } from '../notifications/testing/child-storage.ts';
import { eventually } from '../testing/eventually.ts';
import { makeVersioned, rulesXml, targetOf, versionsOf } from '../testing/replication.ts';
import { seal, startTestStorage, type TestStorage } from '../testing/test-storage.ts';

const WRITERS = 4;
const ROUNDS = 3;

let source: ChildStorage;
let target: TestStorage;

beforeEach(async () => {
  [source, target] = await Promise.all([ChildStorage.start(), startTestStorage()]);
  await makeVersioned(target, 'replicas');
  const versioning = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>';
  await source.call({ method: 'PUT', path: '/source' });
  await source.call({ method: 'PUT', path: '/source?versioning', body: versioning });
  const made = await source.ask({
    method: 'PUT',
    path: '/minio/admin/v3/set-remote-target?bucket=source',
    body: await seal(targetOf(target.url)),
  });
  const body = rulesXml({ arn: JSON.parse(made.text), deleteMarkers: true, deletes: true });
  expect(await source.call({ method: 'PUT', path: '/source?replication', body })).toBe(200);
});

afterEach(async () => {
  await source.remove();
  await target.close();
});

/**
 * Writes, and deletes every third object, until the store is killed; returns the acknowledged
 * state.
 */
async function workUntilKilled(
  prefix: string,
  count: number,
): Promise<Map<string, 'there' | 'gone'>> {
  const done = new Map<string, 'there' | 'gone'>();
  let ended: Promise<void> | undefined;
  const work = async (writer: number) => {
    for (let number = 0; ended === undefined; number++) {
      const path = `/source/${prefix}-${writer}-${number}`;
      try {
        if ((await source.call({ method: 'PUT', path, body: 'content' })) === 200) {
          done.set(path, 'there');
        }
        if (number % 3 === 0) {
          // The result is unknown until the response arrives.
          done.delete(path);
          if ((await source.call({ method: 'DELETE', path })) === 204) {
            done.set(path, 'gone');
          }
        }
      } catch (error) {
        if (ended === undefined) {
          throw error;
        }
      }
      if (done.size >= count) {
        ended ??= source.kill();
      }
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => work(writer)));
  await ended;
  return done;
}

it('sends everything that was acknowledged before it was killed, target away or not', async () => {
  const acknowledged = new Map<string, 'there' | 'gone'>();
  const port = Number(new URL(target.url).port);
  for (let round = 0; round < ROUNDS; round++) {
    if (round === 1) {
      await target.stop();
    }
    for (const [path, state] of await workUntilKilled(`round-${round}`, 30)) {
      acknowledged.set(path, state);
    }
    await source.start();
    if (round === 1) {
      await target.restart({ port });
    }
  }
  const missing = async (): Promise<string[]> => {
    const latest = new Map(
      (await versionsOf(target, 'replicas'))
        .map((line) => line.split(' '))
        .filter(([, , isLatest]) => isLatest === 'true')
        .map(([key = '']) => [key.replace(/^-/, ''), key.startsWith('-') ? 'gone' : 'there']),
    );
    return [...acknowledged]
      .filter(([path, state]) => latest.get(path.slice('/source/'.length)) !== state)
      .map(([path, state]) => `${path} ${state}`);
  };
  expect(await eventually(missing, (paths) => paths.length === 0)).toEqual([]);
  expect(acknowledged.size).toBeGreaterThanOrEqual(90);
});

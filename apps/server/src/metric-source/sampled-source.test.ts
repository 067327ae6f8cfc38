import { StorageRequestError, StorageUnreachableError } from '@stowage/storage-client/errors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../sessions/session.ts';
import { openSqliteState, type State } from '../state/state.ts';
import type { StorageServer } from '../upstream/storage-server.ts';
import { type SampledSource, sampledSource } from './sampled-source.ts';

const SIGNAL = new AbortController().signal;
const denied = () =>
  new StorageRequestError({
    code: 'AccessDenied',
    status: 403,
    message: 'no',
    api: 'admin',
  } as never);

let state: State;
let open: Set<string>;
let asked: string[];
let host: string | undefined;
let answer: (accessKey: string) => Promise<string | undefined>;
beforeEach(() => {
  state = openSqliteState(':memory:');
  open = new Set(['one', 'two']);
  asked = [];
  host = 'storage:9000';
  answer = async () => 'minio_cluster_bucket_total 1';
});
afterEach(() => state.close());

const session = (key: string, server = 's') =>
  ({ key, audience: { server, mount: '/' } }) as Session;

function source(keys?: { accessKey: string; secretKey: string }): SampledSource {
  const clientsWith = ({ accessKey }: { accessKey: string }) => ({
    admin: {
      metricPage: async () => {
        asked.push(accessKey);
        return answer(accessKey);
      },
    },
  });
  return sampledSource({
    store: state.metrics.of('s'),
    leases: state.leases,
    server: { name: 's', host: () => host, clientsWith } as unknown as StorageServer,
    sessions: {
      ofKey: async (key) =>
        open.has(key) ? ({ credentials: { accessKey: `of-${key}` } } as Session) : undefined,
    },
    keys,
    now: Date.now,
    onFailure: () => undefined,
  });
}
const stateOf = async (of: SampledSource) => {
  const { state: found, problem } = await of.status(SIGNAL);
  return [found, problem];
};

describe('the sampled source', () => {
  it('takes configured keys, and no session with them', async () => {
    const made = source({ accessKey: 'own', secretKey: 'x' });
    made.lend(session('one'));
    await made.sample();
    expect(new Set(asked)).toEqual(new Set(['own']));
    expect(await stateOf(made)).toEqual(['ok', undefined]);
  });

  it('asks nothing while the server starts, and calls that no failure', async () => {
    host = undefined;
    const made = source({ accessKey: 'own', secretKey: 'x' });
    await made.sample();
    expect(asked).toEqual([]);
    expect(await stateOf(made)).toEqual(['starting', undefined]);
  });

  it('waits until somebody lends a session, and asks nothing with one that has ended', async () => {
    const made = source();
    await made.sample();
    expect(await stateOf(made)).toEqual(['waiting', undefined]);
    made.lend(session('one'));
    await made.sample();
    expect(new Set(asked)).toEqual(new Set(['of-one']));
    open.clear();
    asked = [];
    await made.sample();
    expect(asked).toEqual([]);
  });

  it('starts with the first session that is lent, and waits no longer', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    answer = () => promise;
    const made = source();
    await made.sample();
    made.lend(session('one'));
    expect(await stateOf(made)).toEqual(['starting', undefined]);
    resolve('minio_cluster_bucket_total 1');
    await made.sample();
    expect(await stateOf(made)).toEqual(['ok', undefined]);
  });

  it('takes no session of another server', async () => {
    const made = source();
    made.lend(session('one', 'another'));
    await made.sample();
    expect(asked).toEqual([]);
  });

  it('tries the next session where one may not read metrics', async () => {
    answer = async (accessKey) => {
      if (accessKey === 'of-one') throw denied();
      return 'minio_cluster_bucket_total 1';
    };
    const made = source();
    await made.sample();
    made.lend(session('one'));
    await made.sample();
    expect(await stateOf(made)).toEqual(['failing', 'denied']);
    made.lend(session('two'));
    await made.sample();
    expect(await stateOf(made)).toEqual(['ok', undefined]);
  });

  it('drops no session for another one whose pages are all refused', async () => {
    answer = async (accessKey) => {
      if (accessKey === 'of-one') throw denied();
      return 'minio_cluster_bucket_total 1';
    };
    const made = source();
    made.lend(session('one'));
    made.lend(session('two'));
    await made.sample();
    await made.sample();
    expect(await stateOf(made)).toEqual(['ok', undefined]);
  });

  it.each<[string, typeof answer]>([
    ['unreachable', async () => Promise.reject(new StorageUnreachableError('away'))],
    ['invalid', async () => '<html>'],
  ])('says what keeps it from reading: %s', async (problem, of) => {
    answer = of;
    const made = source({ accessKey: 'own', secretKey: 'x' });
    await made.sample();
    expect(await stateOf(made)).toEqual(['failing', problem]);
    expect(made.isAvailable()).toBe(true);
  });

  it('has no widgets for a server without metrics', async () => {
    answer = async () => undefined;
    const made = source({ accessKey: 'own', secretKey: 'x' });
    await made.sample();
    expect(await stateOf(made)).toEqual(['unsupported', undefined]);
    expect(made.isAvailable()).toBe(false);
  });

  it('leaves it to one of several consoles, until that one stops', async () => {
    const [one, two] = [1, 2].map((n) => source({ accessKey: `own-${n}`, secretKey: 'x' }));
    await one?.sample();
    await two?.sample();
    expect(new Set(asked)).toEqual(new Set(['own-1']));
    expect(two && (await stateOf(two))).toEqual(['ok', undefined]);
    await one?.stop();
    await two?.sample();
    expect(asked).toContain('own-2');
  });
});

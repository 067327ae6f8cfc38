import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createHistory } from '@stowage/metrics/history';
import { BUCKET_USAGE } from '@stowage/metrics/widgets';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StateDatabases } from '../testing/test-states.ts';
import { openSqliteState, type State } from './state.ts';

const databases = new StateDatabases();
afterAll(() => databases.remove());

const BEGIN = 1_800_000_000;
const SIGNAL = new AbortController().signal;
const sample = (bucket: string, value: number) => ({
  name: BUCKET_USAGE.metric,
  labels: { server: 's', bucket },
  value,
});
for (const { name, isThere, open } of databases.kinds) {
  describe.skipIf(!isThere)(`metrics in ${name}`, () => {
    let state: State;
    beforeEach(async () => {
      state = await open();
    });
    afterEach(() => state.close());

    it('are what a history needs: kept by server, thinned out, found again', async () => {
      const [one, other] = ['one', 'other'].map((source) =>
        createHistory(state.metrics.of(source), () => BEGIN + 60),
      );
      for (const at of [0, 15, 30, 45, 60]) {
        await one?.keep(BEGIN + at, [sample('a', at), sample('😀"\\', 2 * at)]);
      }
      await other?.keep(BEGIN, [sample('a', 7)]);
      const range = { start: BEGIN, end: BEGIN + 60, step: 15 };
      const found = await one?.run(BUCKET_USAGE, range, SIGNAL);
      expect(found?.map(({ labels, values }) => [labels.bucket, values])).toEqual([
        ['a', [0, 15, 30, 45, 60]],
        ['😀"\\', [0, 30, 60, 90, 120]],
      ]);
      expect(await other?.run(BUCKET_USAGE, range, SIGNAL)).toHaveLength(1);
      expect([await one?.first(), await one?.last()]).toEqual([BEGIN, BEGIN + 60]);
      const store = state.metrics.of('one');
      expect((await store.between(BEGIN, BEGIN + 60, 60)).map(({ at }) => at)).toEqual([
        BEGIN,
        BEGIN + 60,
      ]);
      await store.prune(15, BEGIN + 31);
      expect(await store.between(BEGIN, BEGIN + 60, 15)).toHaveLength(3);
      await store.pruneSeries([1]);
      expect(await store.series()).toHaveLength(1);
      expect(await state.metrics.of('other').series()).toHaveLength(1);
    });

    it('of a server that is read no more are forgotten in their time', async () => {
      const former = createHistory(state.metrics.of('former'), () => BEGIN + 60);
      for (const at of [0, 15, 30]) await former.keep(BEGIN + at, [sample('a', at)]);
      await state.metrics.prune(BEGIN + 16.5);
      expect(await former.first()).toBe(BEGIN + 30);
      await state.metrics.prune(BEGIN + 31);
      expect(await former.first()).toBeUndefined();
    });

    it('of two consoles are of one series and of one sample a time', async () => {
      const [one, two] = [1, 2].map(() => createHistory(state.metrics.of('s'), () => BEGIN + 15));
      await Promise.all([one, two].map((history) => history?.keep(BEGIN, [sample('a', 1)])));
      await one?.keep(BEGIN + 3, [sample('a', 1)]);
      expect((await state.metrics.of('s').between(0, BEGIN, 3600)).map(({ at }) => at)).toEqual([
        BEGIN,
      ]);
      await two?.keep(BEGIN + 15, [sample('a', 2)]);
      const range = { start: BEGIN, end: BEGIN + 15, step: 15 };
      const found = await one?.run(BUCKET_USAGE, range, SIGNAL);
      expect(found).toEqual([
        { labels: { server: 's', bucket: 'a' }, times: [BEGIN, BEGIN + 15], values: [1, 2] },
      ]);
    });

    it('counts what is open for the metrics of the console', async () => {
      const row = { owner: 'o', sealed: Buffer.from([1]), revision: 0, createdAt: 1, usedAt: 1 };
      await state.sessions.insert({ ...row, key: 'a', expiresAt: 10 });
      await state.sessions.insert({ ...row, key: 'b', expiresAt: 5 });
      expect(await state.sessions.countOpen(7)).toBe(1);
      expect(await state.jobs.counts()).toMatchObject({ waiting: 0, done: 0 });
    });
  });
}

describe('a file of metrics with damaged rows', () => {
  it('gives all others', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stowage-damaged-'));
    const file = join(folder, 'console.db');
    const written = openSqliteState(file);
    const history = createHistory(written.metrics.of('s'), () => BEGIN + 30);
    for (const at of [0, 15, 30]) await history.keep(BEGIN + at, [sample('a', at), sample('b', 1)]);
    await written.close();
    const database = new DatabaseSync(file);
    database.exec(`UPDATE metric_samples SET data = x'ff00ff' WHERE at = ${BEGIN + 15}`);
    database.exec(`UPDATE metric_series SET series = '["m",[[' WHERE series LIKE '%"b"%'`);
    database.close();
    const state = openSqliteState(file);
    try {
      const again = createHistory(state.metrics.of('s'), () => BEGIN + 30);
      const range = { start: BEGIN, end: BEGIN + 30, step: 15 };
      const [only, ...others] = await again.run(BUCKET_USAGE, range, SIGNAL);
      expect(others).toEqual([]);
      // Unreadable values of a time are taken from the previous time.
      expect([only?.labels.bucket, only?.values]).toEqual(['a', [0, 0, 30]]);
      await again.keep(BEGIN + 45, [sample('b', 5)]);
      expect(await again.last()).toBe(BEGIN + 30);
    } finally {
      await state.close();
      await rm(folder, { recursive: true });
    }
  });
});

describe('a console that is killed', () => {
  it('has what it had kept, up to the last sample', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stowage-killed-'));
    const file = join(folder, 'console.db');
    const module = new URL('./state.ts', import.meta.url);
    const script = `
      import { openSqliteState } from ${JSON.stringify(module.href)};
      const store = openSqliteState(${JSON.stringify(file)}).metrics.of('s');
      await store.addSeries([{ name: 'm', labels: {} }]);
      for (let n = 0; n < 20; n += 1) await store.insert({ at: n * 15, step: 15, data: new Uint8Array([n]) });
      process.kill(process.pid, 'SIGKILL');
    `;
    const run = Promise.withResolvers<NodeJS.Signals | null | undefined>();
    execFile(process.execPath, ['--input-type=module', '-e', script], (error) =>
      run.resolve(error?.signal),
    );
    expect(await run.promise).toBe('SIGKILL');
    const state = openSqliteState(file);
    try {
      const samples = await state.metrics.of('s').between(0, 1000, 15);
      expect(samples.map(({ data }) => data[0])).toEqual(Array.from({ length: 20 }, (_, n) => n));
    } finally {
      await state.close();
      await rm(folder, { recursive: true });
    }
  });
});

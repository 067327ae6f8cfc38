import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Job } from '@stowage/contract/jobs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTarget, type Target } from '../../../../../tests/targets/target.ts';
import { openPostgresState } from '../../state/postgres-state.ts';
import { type ConsoleProcess, startProcess } from '../../testing/console-process.ts';
import { startGate } from '../../testing/storage-gate.ts';
import { callerWith, startTestConsole, type TestConsole } from '../../testing/test-console.ts';
import {
  postgresPrograms,
  startTestPostgres,
  type TestPostgres,
} from '../../testing/test-postgres.ts';
import { ended, keysOf, newBucket, putAll, start } from './testing/job-calls.ts';

const KEYS = Array.from({ length: 250 }, (_, index) => `in/${index}`);
const copyAll = (bucket: string) => ({
  ...{ kind: 'copy', bucket, selection: { prefix: 'in/' } },
  ...{ target: { bucket, prefix: 'to/' }, conflict: 'keep-both' },
});

describe.skipIf(postgresPrograms === undefined)('two consoles on one database', () => {
  let postgres: TestPostgres;
  let target: Target;
  let one: TestConsole;
  let two: TestConsole;
  const open = new Set<TestConsole>();
  beforeAll(async () => {
    [postgres, target] = await Promise.all([startTestPostgres(), startTarget()]);
    const url = await postgres.newDatabase();
    const open = async () =>
      startTestConsole({ target, state: await openPostgresState(url, 'key') });
    [one, two] = await Promise.all([open(), open()]);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([...open].map((console) => console.close()));
    await Promise.all([target.close(), postgres.server.remove()]);
  });

  it('do each job on one of them, and show it on both', async () => {
    const bucket = await newBucket(one);
    await putAll(one, bucket, KEYS);
    const here = await one.logIn();
    const there = callerWith(two.app, here.session);
    const jobs = await Promise.all(
      [1, 2].map((number) =>
        start(number % 2 === 0 ? here : there, {
          ...copyAll(bucket),
          target: { bucket, prefix: `to-${number}/` },
        }),
      ),
    );
    for (const { id } of jobs) {
      expect(await ended(there, id, 60_000)).toMatchObject({ done: { objects: KEYS.length } });
    }
    const copies = (await keysOf(one, bucket)).filter((key) => key.startsWith('to-'));
    expect(copies).toHaveLength(2 * KEYS.length);
    const told = (console: TestConsole, id: string) =>
      console.log.filter((line) => line.includes(id) && line.includes('job ended')).length;
    for (const { id } of jobs) expect(told(one, id) + told(two, id)).toBe(1);
  }, 120_000);

  it('take over what the other stops with', async () => {
    const bucket = await newBucket(one);
    await putAll(one, bucket, KEYS);
    const caller = await one.logIn();
    const begun: TestConsole[] = [];
    for (const console of [one, two]) {
      let copies = 0;
      console.gate.set('closed', ({ headers }) => {
        if (headers['x-amz-copy-source'] === undefined) return false;
        copies += 1;
        if (copies === 120) begun.push(console);
        return copies > 120;
      });
    }
    const { id } = await start(caller, copyAll(bucket));
    await expect.poll(() => begun.length, { timeout: 60_000 }).toBe(1);
    const other = begun[0] === one ? two : one;
    other.gate.set('open');
    await begun[0]?.close();
    open.delete(begun[0] ?? other);
    const job = await ended(callerWith(other.app, caller.session), id, 60_000);
    expect(job).toMatchObject({ state: 'done', done: { objects: KEYS.length }, failed: 0 });
    expect(await keysOf(other, bucket, 'to/')).toHaveLength(KEYS.length);
  }, 120_000);
});

describe('a console that is killed', () => {
  const processes: ConsoleProcess[] = [];
  const directory = mkdtempSync(join(tmpdir(), 'stowage-killed-'));
  afterEach(async () => {
    for (const { child } of processes) child.kill('SIGKILL');
    await Promise.all(processes.splice(0).map(({ ending }) => ending));
    await rm(directory, { recursive: true, force: true });
  });

  async function run(endpoint: string) {
    const started = startProcess({
      STOWAGE_DATA_DIR: directory,
      CONSOLE_MINIO_SERVER: endpoint,
    });
    processes.push(started);
    const line = await started.line('Console');
    return { origin: line.replace(/^Console\s+/, ''), child: started.child };
  }

  it('in the middle of a job goes on with it at the next start, and copies nothing twice', async () => {
    const helper = await startTestConsole();
    const { target } = helper;
    const bucket = await newBucket(helper);
    await putAll(helper, bucket, KEYS);
    const gate = await startGate(() => target.endpoint);
    const first = await run(gate.endpoint);
    const login = await fetch(`${first.origin}api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accessKey: target.accessKey, secretKey: target.secretKey }),
    });
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const headers = { cookie, 'content-type': 'application/json' };

    let copies = 0;
    gate.set('closed', (request) => {
      if (request.headers['x-amz-copy-source'] === undefined) return false;
      copies += 1;
      if (copies === 150) first.child.kill('SIGKILL');
      return false;
    });
    const body = JSON.stringify(copyAll(bucket));
    await fetch(`${first.origin}api/v1/jobs`, { method: 'POST', headers, body });
    await expect.poll(() => first.child.signalCode, { timeout: 60_000 }).toBe('SIGKILL');
    gate.set('open');

    const second = await run(gate.endpoint);
    const jobNow = async (): Promise<Job | undefined> => {
      const answer = await fetch(`${second.origin}api/v1/jobs`, { headers });
      return (await answer.json()).jobs[0];
    };
    const finished = { state: 'done', done: { objects: KEYS.length }, failed: 0, skipped: 0 };
    await expect.poll(jobNow, { timeout: 60_000 }).toMatchObject(finished);
    // A copy made twice would appear next to the first.
    expect(await keysOf(helper, bucket, 'to/')).toHaveLength(KEYS.length);
    await gate.close();
    await helper.close();
  }, 180_000);
});

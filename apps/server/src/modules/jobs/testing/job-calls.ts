import { setTimeout as pause } from 'node:timers/promises';
import type { Job, JobFailure } from '@stowage/contract/jobs';
import type { TestCaller, TestConsole } from '../../../testing/test-console.ts';

let buckets = 0;

/** Creates a new, empty bucket. */
export async function newBucket({ s3 }: TestConsole, objectLock = false): Promise<string> {
  buckets += 1;
  const bucket = `jobs-${buckets}`;
  await s3.makeBucket({ bucket, objectLock });
  return bucket;
}

/** Stores objects whose content is their own name. */
export async function putAll(
  { s3 }: TestConsole,
  bucket: string,
  keys: readonly string[],
): Promise<void> {
  const put = async (key: string) => {
    const body = Buffer.from(key);
    await s3.putObject({ bucket, key, body, size: body.length });
  };
  for (let start = 0; start < keys.length; start += 50) {
    await Promise.all(keys.slice(start, start + 50).map(put));
  }
}

/** Lists the keys of a bucket in order. */
export async function keysOf(
  { s3 }: TestConsole,
  bucket: string,
  prefix?: string,
): Promise<string[]> {
  const keys: string[] = [];
  let startAfter: string | undefined;
  do {
    const page = await s3.listObjects({ bucket, prefix, startAfter });
    keys.push(...page.objects.map(({ key }) => key));
    startAfter = page.truncated ? keys.at(-1) : undefined;
  } while (startAfter !== undefined);
  return keys;
}

/** Returns the content of an object. */
export async function contentOf({ s3 }: TestConsole, bucket: string, key: string): Promise<string> {
  const { body } = await s3.getObject({ bucket, key });
  return Buffer.concat(await body.toArray()).toString();
}

export const post = (caller: TestCaller, path: string, payload: object = {}) =>
  caller.send({ method: 'POST', url: `/api/v1/jobs${path}`, payload });

/** Starts a job. */
export async function start(caller: TestCaller, request: object): Promise<Job> {
  const answer = await post(caller, '', request);
  if (answer.statusCode !== 201) throw new Error(`no job was started: ${answer.body}`);
  return answer.json();
}

export async function jobOf(caller: TestCaller, id: string): Promise<Job> {
  const { jobs }: { jobs: Job[] } = (await caller.send({ url: '/api/v1/jobs' })).json();
  const found = jobs.find((job) => job.id === id);
  if (!found) throw new Error(`there is no job ${id}`);
  return found;
}

/** Waits until a job has ended. */
export async function ended(caller: TestCaller, id: string, timeout = 30_000): Promise<Job> {
  const until = performance.now() + timeout;
  for (;;) {
    const job = await jobOf(caller, id);
    if (job.state !== 'waiting' && job.state !== 'running') return job;
    if (performance.now() > until) throw new Error(`a job did not end: ${JSON.stringify(job)}`);
    await pause(20);
  }
}

/** Starts a job and waits for its end. */
export const doJob = async (caller: TestCaller, request: object) =>
  ended(caller, (await start(caller, request)).id);

export async function failuresOf(caller: TestCaller, id: string): Promise<JobFailure[]> {
  const answer = await caller.send({ url: `/api/v1/jobs/${id}/failures` });
  return answer.json().failures;
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Target } from '../targets/target.ts';
import type { ClientCall, ClientProgram } from './client.ts';

/** The files that every client uploads and downloads. */
export interface Samples {
  /** A few bytes. */
  readonly small: string;
  /** 64 MiB. */
  readonly large: string;
  /** A folder with nested files. */
  readonly folder: string;
  /** Paths of its files, relative to it. */
  readonly names: readonly string[];
}

export interface StepContext {
  readonly client: ClientProgram;
  readonly target: Target;
  readonly bucket: string;
  readonly samples: Samples;
  /** The client's own home directory. */
  readonly home: string;
  /** Runs the client and returns its output; throws if it fails. */
  run(args: readonly string[], input?: string): Promise<string>;
  /** Runs the client until its output contains `shown`, then stops it and returns the output. */
  runUntil(args: readonly string[], shown: string): Promise<string>;
}

export interface Step {
  readonly name: string;
  run(context: StepContext): Promise<void>;
}

const SMALL_KEY = 'folder with space/übung 1.txt';
const LARGE_KEY = 'large.bin';

/** The common steps of every client, in order. */
export const STEPS: readonly Step[] = [
  {
    name: 'create a bucket',
    run: async ({ client, bucket, run }) => void (await run(client.createBucket(bucket))),
  },
  {
    name: 'put an object',
    run: async ({ client, bucket, samples, run }) =>
      void (await run(client.put(samples.small, bucket, SMALL_KEY))),
  },
  {
    name: 'get it back',
    run: (context) => fetchAndCompare(context, SMALL_KEY, context.samples.small),
  },
  {
    name: 'copy it',
    run: async (context) => {
      const { client, bucket, samples, run } = context;
      await run(client.copy(bucket, SMALL_KEY, 'copied'));
      await fetchAndCompare(context, 'copied', samples.small);
    },
  },
  {
    name: 'put 64 MiB in parts',
    run: async ({ client, target, bucket, samples, run }) => {
      await run(client.putInParts(samples.large, bucket, LARGE_KEY));
      const etag = await readETag(target, bucket, LARGE_KEY);
      check(/-\d+"$/.test(etag), `its ETag ${etag} is not that of a multipart upload`);
    },
  },
  {
    name: 'get 64 MiB back',
    run: (context) => fetchAndCompare(context, LARGE_KEY, context.samples.large),
  },
  {
    name: 'bring a folder',
    run: async (context) => {
      const { client, bucket, samples, run } = context;
      await run(client.sync(samples.folder, bucket, 'tree'));
      const [name] = samples.names;
      if (name === undefined) throw new Error('the folder is empty');
      await fetchAndCompare(context, `tree/${name}`, path.join(samples.folder, name));
    },
  },
  {
    name: 'list everything',
    run: async ({ client, bucket, samples, run }) => {
      const listed = await run(client.list(bucket));
      const keys = [SMALL_KEY, LARGE_KEY, 'copied', ...samples.names.map((name) => `tree/${name}`)];
      for (const key of keys) check(listed.includes(key), `${key} is not listed`);
    },
  },
  {
    name: 'delete an object',
    run: async ({ client, bucket, run }) => {
      await run(client.remove(bucket, LARGE_KEY));
      check(!(await run(client.list(bucket))).includes(LARGE_KEY), 'it is still listed');
    },
  },
];

/** The steps after a client's own calls. */
export const LAST_STEPS: readonly Step[] = [
  {
    name: 'delete a folder',
    run: async ({ client, bucket, run }) => {
      await run(client.removeBelow(bucket, 'tree/'));
      check(!(await run(client.list(bucket))).includes('tree/'), 'something is still listed');
    },
  },
  {
    name: 'delete the bucket',
    run: async ({ client, bucket, run }) => {
      await run(client.remove(bucket, SMALL_KEY));
      await run(client.remove(bucket, 'copied'));
      await run(client.removeBucket(bucket));
    },
  },
];

/** Creates a step for a client-specific call. */
export function callStep(call: ClientCall): Step {
  const { name, args, input, refuses, shows, hides, beside } = call;
  return {
    name,
    run: async ({ run, runUntil }) => {
      if (beside !== undefined) {
        await watchBeside(runUntil(args, shows ?? ''), () => run(beside), shows ?? '');
        return;
      }
      if (refuses !== undefined) {
        await checkRefused(run(args, input), refuses);
        return;
      }
      const output = await run(args, input);
      check(shows === undefined || output.includes(shows), `it does not show ${shows}: ${output}`);
      check(hides === undefined || !output.includes(hides), `it shows ${hides}: ${output}`);
    },
  };
}

/** Repeats a call until another one has observed it. */
async function watchBeside(
  watching: Promise<string>,
  act: () => Promise<string>,
  shows: string,
): Promise<void> {
  let ended = false;
  const ending = watching.finally(() => {
    ended = true;
  });
  while (!ended) {
    await act();
  }
  const output = await ending;
  check(output.includes(shows), `it does not show ${shows}: ${output}`);
}

async function checkRefused(call: Promise<string>, words: string): Promise<void> {
  const outcome = await call.catch((error: unknown) => error);
  check(outcome instanceof Error, 'it succeeds');
  check(String(outcome).includes(words), `it does not say ${words}: ${String(outcome)}`);
}

async function fetchAndCompare(
  { client, bucket, home, run }: StepContext,
  key: string,
  original: string,
): Promise<void> {
  const fetched = path.join(home, 'fetched');
  await run(client.get(bucket, key, fetched));
  check((await digest(fetched)) === (await digest(original)), `${key} came back changed`);
}

async function digest(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

async function readETag(target: Target, Bucket: string, Key: string): Promise<string> {
  const s3 = new S3Client({
    endpoint: target.endpoint,
    region: target.region,
    forcePathStyle: true,
    credentials: { accessKeyId: target.accessKey, secretAccessKey: target.secretKey },
  });
  try {
    return (await s3.send(new HeadObjectCommand({ Bucket, Key }))).ETag ?? '';
  } finally {
    s3.destroy();
  }
}

function check(holds: boolean, message: string): void {
  if (!holds) throw new Error(message);
}

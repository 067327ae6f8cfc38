/** The console's bucket list with many buckets: duration and transferred bytes. */
import { createAdminClient } from '@stowage/storage-client/admin';
import { createS3Client } from '@stowage/storage-client/s3';
import { request } from 'undici';
import { logIn } from './console-login.ts';
import { type Server, startConsole } from './servers.ts';
import type { Row } from './table.ts';

const BUCKETS = Number(process.env.BENCH_BUCKETS ?? 5_000);
const AT_ONCE = 16;
const ROUNDS = 7;

const NARROW = { accessKey: 'bench-narrow', secretKey: 'bench-narrow-secret' };
/** A typical team policy: five statements, including a deny. */
const NARROW_POLICY = {
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Action: ['s3:ListAllMyBuckets'], Resource: ['arn:aws:s3:::*'] },
    {
      Effect: 'Allow',
      Action: ['s3:ListBucket', 's3:GetBucketVersioning', 's3:GetBucketTagging'],
      Resource: ['arn:aws:s3:::bench-*'],
    },
    {
      Effect: 'Allow',
      Action: ['s3:GetObject', 's3:PutObject'],
      Resource: ['arn:aws:s3:::bench-*/shared/*', 'arn:aws:s3:::bench-00*/*'],
    },
    {
      Effect: 'Allow',
      Action: ['s3:*'],
      Resource: ['arn:aws:s3:::bench-001*', 'arn:aws:s3:::bench-002*/*'],
    },
    { Effect: 'Deny', Action: ['s3:DeleteBucket'], Resource: ['arn:aws:s3:::*'] },
  ],
};

async function fill(storage: Server): Promise<void> {
  const options = { endpoint: storage.endpoint, region: 'us-east-1', credentials: storage };
  const s3 = createS3Client(options);
  const names = Array.from({ length: BUCKETS }, (_, n) => `bench-${String(n).padStart(4, '0')}`);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let bucket = names.pop(); bucket !== undefined; bucket = names.pop()) {
        await s3.makeBucket({ bucket });
      }
    }),
  );
  const admin = createAdminClient(options);
  await admin.addUser(NARROW);
  await admin.addCannedPolicy({ name: 'bench-narrow', policy: JSON.stringify(NARROW_POLICY) });
  await admin.setPolicyForUser({ accessKey: NARROW.accessKey, policies: ['bench-narrow'] });
}

/** Returns the median of several rounds after one warm-up round. */
async function measureList(console: Server, keys: typeof NARROW): Promise<[number, number]> {
  const cookie = await logIn(console, keys);
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const start = performance.now();
    const answer = await request(`${console.endpoint}/api/v1/buckets`, { headers: { cookie } });
    const text = await answer.body.text();
    times.push(performance.now() - start);
    bytes = Buffer.byteLength(text);
    const { total } = JSON.parse(text) as { total: number };
    if (answer.statusCode !== 200 || total < BUCKETS) {
      throw new Error(`the list was answered with ${answer.statusCode} and ${total} buckets`);
    }
  }
  const sorted = times.slice(1).sort((a, b) => a - b);
  return [sorted[Math.floor(sorted.length / 2)] ?? 0, bytes];
}

/**
 * Measures the list in milliseconds and KiB in front of each server, for root and for a user with
 * narrow rights.
 */
export async function bucketLists(servers: readonly Server[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const storage of servers) {
    await fill(storage);
    const console = await startConsole(storage);
    for (const [who, keys] of [
      ['root', storage],
      ['a policy of five statements', NARROW],
    ] as const) {
      const [time, bytes] = await measureList(console, keys);
      rows.push([storage.name, who, BUCKETS, time, bytes / 1024]);
    }
    await console.stop();
  }
  return rows;
}

import { hash } from 'node:crypto';
import { eventually } from './eventually.ts';
import {
  type Answer,
  adminCaller,
  type Call,
  ROOT,
  seal,
  startTestStorage,
  type TestStorage,
} from './test-storage.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;
/** Timeout: contents move in the background, which is slow on a busy machine. */
const PATIENCE_MS = 45_000;

/** Returns MinIO's TierConfig of a tier in the bucket 'cold' of another store. */
export const tierOf = (url: string, change: object = {}): object => ({
  Version: 'v1',
  Type: 'minio',
  Name: 'COLD',
  MinIO: {
    Endpoint: url,
    AccessKey: ROOT.accessKey,
    SecretKey: ROOT.secretKey,
    Bucket: 'cold',
    Prefix: 'from-test/',
    ...change,
  },
});

/** Adds a tier through the Admin API. */
export async function addTier(storage: TestStorage, tier: object, query = ''): Promise<Answer> {
  return adminCaller(() => storage)('PUT', `tier${query}`, await seal(tier));
}

/** Returns the call that sets one rule with these actions. */
export function lifecycleCall(bucket: string, actions: string): Call {
  const rule = `<Rule><ID>move</ID><Status>Enabled</Status><Filter><Prefix></Prefix></Filter>${actions}</Rule>`;
  const body = `<LifecycleConfiguration>${rule}</LifecycleConfiguration>`;
  const headers = { 'content-md5': hash('md5', body, 'base64') };
  return { method: 'PUT', path: `/${bucket}?lifecycle`, headers, body };
}

export const setRule = (storage: TestStorage, bucket: string, actions: string): Promise<Answer> =>
  storage.call(lifecycleCall(bucket, actions));

/** Moves current versions immediately. */
export const AT_ONCE = '<Transition><Days>0</Days><StorageClass>COLD</StorageClass></Transition>';

/** Returns the keys in the tier's bucket. */
export async function keysAt(target: TestStorage, bucket = 'cold'): Promise<string[]> {
  const { text } = await target.call({ path: `/${bucket}?list-type=2` });
  return [...text.matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key = '']) => key);
}

/** Starts a store with a bucket whose objects move immediately to a tier in another store. */
export async function startTieredStorage(): Promise<{ storage: TestStorage; target: TestStorage }> {
  const [storage, target] = await Promise.all([startTestStorage(), startTestStorage()]);
  await storage.call({ method: 'PUT', path: '/bucket' });
  await target.call({ method: 'PUT', path: '/cold' });
  for (const answer of [
    await addTier(storage, tierOf(target.url)),
    await setRule(storage, 'bucket', AT_ONCE),
  ]) {
    if (answer.status >= 300) {
      throw new Error(answer.text);
    }
  }
  return { storage, target };
}

/**
 * Scans until an object is in its tier, as an immediate move may only become due in the next
 * millisecond.
 */
export async function movedToTier(
  storage: TestStorage,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const seen = await eventually(
    async () => {
      await storage.scan();
      return storage.call({ method: 'HEAD', path, headers });
    },
    (answer) => answer.headers['x-amz-storage-class'] === 'COLD',
    PATIENCE_MS,
  );
  if (seen.headers['x-amz-storage-class'] !== 'COLD') {
    throw new Error(`${path} is not in its tier: ${seen.status}`);
  }
  return seen;
}

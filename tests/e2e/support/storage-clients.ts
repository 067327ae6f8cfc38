import { createHash } from 'node:crypto';
import { createAdminClient } from '@stowage/storage-client/admin';
import { createS3Client } from '@stowage/storage-client/s3';
import type { Storage } from './console-process.ts';

const PUT_AT_ONCE = 8;

const optionsOf = ({ endpoint, user, password }: Storage) => ({
  endpoint,
  region: 'us-east-1',
  credentials: { accessKey: user, secretKey: password },
});

/** Creates a bucket with these objects, by key, behind the console's back. */
export async function putBucket(
  storage: Storage,
  bucket: string,
  objects: Readonly<Record<string, string>> = {},
  options: { readonly objectLock?: boolean } = {},
) {
  const client = createS3Client(optionsOf(storage));
  await client.makeBucket({ bucket, ...options });
  const left = Object.entries(objects).values();
  const putOneByOne = async () => {
    for (const [key, content] of left) {
      const body = Buffer.from(content);
      await client.putObject({ bucket, key, body, size: body.length });
    }
  };
  await Promise.all(Array.from({ length: PUT_AT_ONCE }, putOneByOne));
}

/** Puts an object, behind the console's back. */
export async function putObject(storage: Storage, bucket: string, key: string, content: string) {
  const body = Buffer.from(content);
  await createS3Client(optionsOf(storage)).putObject({ bucket, key, body, size: body.length });
}

/** Enables versioning of a bucket. */
export async function keepVersions(storage: Storage, bucket: string) {
  await createS3Client(optionsOf(storage)).putBucketVersioning({ bucket, state: 'enabled' });
}

/** Enables versioning of a bucket and then suspends it. */
export async function suspendVersions(storage: Storage, bucket: string) {
  const client = createS3Client(optionsOf(storage));
  for (const state of ['enabled', 'suspended'] as const) {
    await client.putBucketVersioning({ bucket, state });
  }
}

/** Deletes an object; in a versioned bucket this creates a delete marker. */
export async function deleteObject(storage: Storage, bucket: string, key: string) {
  await createS3Client(optionsOf(storage)).deleteObject({ bucket, key });
}

/** Returns the time of the newest version in a bucket, once the clock has passed it. */
export async function timeOfLastChange(storage: Storage, bucket: string): Promise<string> {
  const client = createS3Client(optionsOf(storage));
  const { versions } = await client.listObjectVersions({ bucket });
  const times = versions.map(({ lastModified }) => lastModified).sort();
  const latest = times.at(-1) ?? '';
  while (Date.now() <= Date.parse(latest)) await new Promise(setImmediate);
  return latest;
}

/** Whether an object exists in a storage. */
export async function holds(storage: Storage, bucket: string, key: string): Promise<boolean> {
  const { objects } = await createS3Client(optionsOf(storage)).listObjects({ bucket, prefix: key });
  return objects.some((object) => object.key === key);
}

/** Creates a user with these policies. */
export async function putUser(
  storage: Storage,
  account: { readonly user: string; readonly password: string },
  policies: readonly string[],
) {
  const client = createAdminClient(optionsOf(storage));
  await client.addUser({ accessKey: account.user, secretKey: account.password });
  await client.setPolicyForUser({ accessKey: account.user, policies });
}

/** Applies a configuration line. */
export async function setConfig(storage: Storage, text: string): Promise<void> {
  await createAdminClient(optionsOf(storage)).setConfig({ text });
}

/** Creates a policy with these statements. */
export async function putPolicy(storage: Storage, name: string, statements: readonly object[]) {
  const policy = JSON.stringify({ Version: '2012-10-17', Statement: statements });
  await createAdminClient(optionsOf(storage)).addCannedPolicy({ name, policy });
}

/** Creates a policy that only allows listing these buckets and reading their objects. */
export async function putReadingPolicy(storage: Storage, name: string, buckets: readonly string[]) {
  const resources = buckets.flatMap((bucket) => [
    `arn:aws:s3:::${bucket}`,
    `arn:aws:s3:::${bucket}/*`,
  ]);
  await putPolicy(storage, name, [
    { Effect: 'Allow', Action: ['s3:ListBucket', 's3:GetObject'], Resource: resources },
  ]);
}

/** Returns the SHA-256 of an object's content, in hexadecimal. */
export async function contentHash(storage: Storage, bucket: string, key: string): Promise<string> {
  const { body } = await createS3Client(optionsOf(storage)).getObject({ bucket, key });
  const hash = createHash('sha256');
  for await (const chunk of body) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Removes the tier with this name if it exists and is empty. */
export async function removeTier(storage: Storage, name: string): Promise<void> {
  const client = createAdminClient(optionsOf(storage));
  const tiers = await client.listTiers();
  if (tiers.some((tier) => tier.name === name)) await client.removeTier({ name });
}

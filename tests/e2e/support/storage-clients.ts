import { createAdminClient } from '@stowage/storage-client/admin';
import { createS3Client } from '@stowage/storage-client/s3';
import type { Storage } from './console-process.ts';

const optionsOf = ({ endpoint, user, password }: Storage) => ({
  endpoint,
  region: 'us-east-1',
  credentials: { accessKey: user, secretKey: password },
});

/** Puts a bucket with these objects, by key, behind the console's back. */
export async function putBucket(
  storage: Storage,
  bucket: string,
  objects: Readonly<Record<string, string>> = {},
) {
  const client = createS3Client(optionsOf(storage));
  await client.makeBucket({ bucket });
  for (const [key, content] of Object.entries(objects)) {
    const body = Buffer.from(content);
    await client.putObject({ bucket, key, body, size: body.length });
  }
}

/** Puts a user with these policies. */
export async function putUser(
  storage: Storage,
  account: { readonly user: string; readonly password: string },
  policies: readonly string[],
) {
  const client = createAdminClient(optionsOf(storage));
  await client.addUser({ accessKey: account.user, secretKey: account.password });
  await client.setPolicyForUser({ accessKey: account.user, policies });
}

import { randomBytes } from 'node:crypto';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { CreateBucketCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { afterAll, beforeAll } from 'vitest';
import type { Target } from '../../targets/target.ts';
import { startTarget } from '../../targets/target.ts';

export interface Account {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly sessionToken?: string | undefined;
}

/** The server of a test file, available once its tests run. */
export interface Server {
  readonly target: Target;
  /** The SDK with its default settings, as the root account. */
  readonly s3: S3Client;
  /** Creates an SDK client for another account or with other settings; closed with the server. */
  client(account?: Account, config?: Partial<S3ClientConfig>): S3Client;
  /** Creates a bucket with a unique name and returns the name. */
  bucket(): Promise<string>;
}

/** Starts a server for the tests of a file, optionally a custom one, and stops it afterwards. */
export function useServer(start: () => Promise<Target> = startTarget): Server {
  let target: Target | undefined;
  let root: S3Client | undefined;
  const clients: S3Client[] = [];

  beforeAll(async () => {
    target = await start();
    root = server.client();
  }, 120_000);

  afterAll(async () => {
    for (const client of clients) client.destroy();
    await target?.close();
  }, 60_000);

  const server: Server = {
    get target() {
      return started(target);
    },
    get s3() {
      return started(root);
    },
    client(account = started(target), config = {}) {
      const client = new S3Client({
        endpoint: started(target).endpoint,
        region: started(target).region,
        forcePathStyle: true,
        credentials: {
          accessKeyId: account.accessKey,
          secretAccessKey: account.secretKey,
          ...(account.sessionToken === undefined ? {} : { sessionToken: account.sessionToken }),
        },
        ...config,
      });
      clients.push(client);
      return client;
    },
    async bucket() {
      const name = freshName();
      await server.s3.send(new CreateBucketCommand({ Bucket: name }));
      return name;
    },
  };
  return server;
}

function started<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the server runs during the tests only');
  return value;
}

/** Returns a unique name. */
export function freshName(prefix = 'b'): string {
  return `${prefix}-${randomBytes(8).toString('hex')}`;
}

/** Returns the error code and status of a failed SDK call; fails the test if the call succeeded. */
export async function failure(call: Promise<unknown>): Promise<{ code: string; status: number }> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error;
    return { code: error.name, status: error.$metadata.httpStatusCode ?? 0 };
  }
  throw new Error('the call succeeded');
}

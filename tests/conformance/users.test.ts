import type { S3Client } from '@aws-sdk/client-s3';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLocationCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  adminErrorCode,
  adminJson,
  adminSend,
  createUser,
  setUserPolicy,
} from './support/admin.ts';
import { send } from './support/raw-request.ts';
import type { Account } from './support/server.ts';
import { freshName, useServer } from './support/server.ts';

const server = useServer();
let Bucket = '';

beforeAll(async () => {
  Bucket = await server.bucket();
});

async function user(policy?: string): Promise<Account> {
  const account = { accessKey: freshName('user'), secretKey: 'secret-of-the-user' };
  await createUser(server.target, account, policy);
  return account;
}

async function addPolicy(statements: readonly object[]): Promise<string> {
  const name = freshName('policy');
  await adminJson(server.target, {
    method: 'PUT',
    operation: 'add-canned-policy',
    query: { name },
    body: JSON.stringify({ Version: '2012-10-17', Statement: statements }),
  });
  return name;
}

/** Whether a call is allowed; errors other than denied access fail the test. */
async function allows(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error;
    if (error.$metadata.httpStatusCode === 403) return false;
    throw error;
  }
}

/** The policy variable, not a template placeholder. */
const USERNAME = '$' + '{aws:username}';

const POLICIES = ['readwrite', 'readonly', 'writeonly', 'diagnostics', 'consoleAdmin'] as const;

const root = () => server.s3;
const put = (Key: string) => root().send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));

interface Call {
  readonly name: string;
  /** The canned policies that allow the call. */
  readonly allowed: readonly string[];
  readonly run: (client: S3Client) => Promise<unknown>;
}

const all = ['readwrite', 'consoleAdmin'];
const reading = [...all, 'readonly'];
const writing = [...all, 'writeonly'];

const CALLS: readonly Call[] = [
  {
    name: 'ListBuckets',
    // A bucket is listed if the user may read its location.
    allowed: reading,
    run: (client) => client.send(new ListBucketsCommand({})),
  },
  {
    name: 'CreateBucket',
    allowed: all,
    run: (client) => client.send(new CreateBucketCommand({ Bucket: freshName() })),
  },
  {
    name: 'DeleteBucket',
    allowed: all,
    run: async (client) => {
      const own = await server.bucket();
      return client.send(new DeleteBucketCommand({ Bucket: own }));
    },
  },
  {
    name: 'GetBucketLocation',
    allowed: reading,
    run: (client) => client.send(new GetBucketLocationCommand({ Bucket })),
  },
  {
    name: 'ListObjects',
    allowed: all,
    run: (client) => client.send(new ListObjectsCommand({ Bucket })),
  },
  {
    name: 'ListObjectsV2',
    allowed: all,
    run: (client) => client.send(new ListObjectsV2Command({ Bucket })),
  },
  {
    name: 'ListMultipartUploads',
    allowed: all,
    run: (client) => client.send(new ListMultipartUploadsCommand({ Bucket })),
  },
  {
    name: 'GetObject',
    allowed: reading,
    run: async (client) => {
      await put('read');
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: 'read' }));
      return Body?.transformToString();
    },
  },
  {
    name: 'HeadObject',
    allowed: reading,
    run: async (client) => {
      await put('read');
      return client.send(new HeadObjectCommand({ Bucket, Key: 'read' }));
    },
  },
  {
    name: 'PutObject',
    allowed: writing,
    run: (client) => client.send(new PutObjectCommand({ Bucket, Key: 'written', Body: 'x' })),
  },
  {
    name: 'CopyObject',
    allowed: all,
    run: async (client) => {
      await put('read');
      const copy = { Bucket, Key: 'copied', CopySource: `${Bucket}/read` };
      return client.send(new CopyObjectCommand(copy));
    },
  },
  {
    name: 'DeleteObject',
    allowed: all,
    run: (client) => client.send(new DeleteObjectCommand({ Bucket, Key: 'nothing' })),
  },
  {
    name: 'a multipart upload',
    allowed: writing,
    run: async (client) => {
      const at = { Bucket, Key: 'parts' };
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(at));
      const part = { ...at, UploadId, PartNumber: 1, Body: 'x' };
      return client.send(new UploadPartCommand(part));
    },
  },
  {
    name: 'ListParts and AbortMultipartUpload',
    allowed: all,
    run: async (client) => {
      const at = { Bucket, Key: 'parts' };
      const { UploadId } = await root().send(new CreateMultipartUploadCommand(at));
      await client.send(new ListPartsCommand({ ...at, UploadId }));
      return client.send(new AbortMultipartUploadCommand({ ...at, UploadId }));
    },
  },
];

describe.each(POLICIES)('a user with %s', (policy) => {
  let client: S3Client | undefined;
  let account: Account | undefined;

  beforeAll(async () => {
    account = await user(policy);
    client = server.client(account);
  });

  it.each(CALLS)('calls $name as the policy says', async ({ run, allowed }) => {
    if (client === undefined) throw new Error('no client');
    expect(await allows(run(client))).toBe(allowed.includes(policy));
  });

  it('deletes several objects as the policy says, each by itself', async () => {
    if (client === undefined) throw new Error('no client');
    await put('one');
    const { Deleted = [], Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'one' }] } }),
    );
    if (all.includes(policy)) expect(Deleted).toMatchObject([{ Key: 'one' }]);
    else expect(Errors).toMatchObject([{ Key: 'one', Code: 'AccessDenied' }]);
  });

  it('reaches the admin API as the policy says', async () => {
    if (account === undefined) throw new Error('no account');
    const info = await adminSend(server.target, { operation: 'info', account });
    expect(info.status === 200).toBe(['diagnostics', 'consoleAdmin'].includes(policy));
    const list = await adminSend(server.target, { operation: 'list-users', account });
    expect(list.status === 200).toBe(policy === 'consoleAdmin');
    if (list.status !== 200) expect(adminErrorCode(list)).toBe('AccessDenied');
  });
});

describe('policies', () => {
  it('deny everything to a user without one', async () => {
    const client = server.client(await user());
    for (const { run } of CALLS) expect(await allows(run(client))).toBe(false);
  });

  it('are changed at once', async () => {
    const account = await user('readonly');
    const client = server.client(account);
    const write = () => client.send(new PutObjectCommand({ Bucket, Key: 'changed', Body: 'x' }));
    expect(await allows(write())).toBe(false);
    await setUserPolicy(server.target, account.accessKey, 'readwrite');
    expect(await allows(write())).toBe(true);
    await setUserPolicy(server.target, account.accessKey, 'readonly,writeonly');
    expect(await allows(write())).toBe(true);
    expect(await allows(client.send(new ListObjectsV2Command({ Bucket })))).toBe(false);
  });

  it('hold for the prefixes and the names that they name', async () => {
    const policy = await addPolicy([
      {
        Effect: 'Allow',
        Action: ['s3:GetObject', 's3:PutObject'],
        Resource: [`arn:aws:s3:::${Bucket}/${USERNAME}/*`],
      },
      {
        Effect: 'Allow',
        Action: ['s3:ListBucket'],
        Resource: [`arn:aws:s3:::${Bucket}`],
        Condition: { StringLike: { 's3:prefix': [`${USERNAME}/*`] } },
      },
      {
        Effect: 'Deny',
        Action: ['s3:*'],
        Resource: [`arn:aws:s3:::${Bucket}/${USERNAME}/secret/*`],
      },
    ]);
    const account = await user(policy);
    const client = server.client(account);
    const write = (Key: string) => client.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
    const list = (Prefix: string) => client.send(new ListObjectsV2Command({ Bucket, Prefix }));
    expect(await allows(write(`${account.accessKey}/mine`))).toBe(true);
    expect(await allows(write('elsewhere'))).toBe(false);
    expect(await allows(write(`${account.accessKey}/secret/x`))).toBe(false);
    expect(await allows(list(`${account.accessKey}/`))).toBe(true);
    expect(await allows(list(''))).toBe(false);
  });

  it('show the buckets that may be listed, and no others', async () => {
    const other = await server.bucket();
    const policy = await addPolicy([
      { Effect: 'Allow', Action: ['s3:ListBucket'], Resource: [`arn:aws:s3:::${other}`] },
    ]);
    const { Buckets = [] } = await server
      .client(await user(policy))
      .send(new ListBucketsCommand({}));
    expect(Buckets.map(({ Name }) => Name)).toEqual([other]);
  });

  it('hide from those who may not list whether an object is there', async () => {
    const account = await user('writeonly');
    for (const key of ['read', 'never-there']) {
      expect((await send(server.target, { bucket: Bucket, key, account })).status).toBe(403);
    }
  });
});

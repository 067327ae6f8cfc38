import { beforeAll, describe, expect, it } from 'vitest';
import { bucketAdmin, callApi } from './support/bucket-admin-actions.ts';
import { submitLogin } from './support/login-actions.ts';
import { putBucket, putPolicy, putUser } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();
const BUCKET = 'narrow';
/** Without object locking, which requires versioning to stay on. */
const UNLOCKED = 'narrow-unlocked';
const RESOURCES = [BUCKET, UNLOCKED].flatMap((bucket) => [
  `arn:aws:s3:::${bucket}`,
  `arn:aws:s3:::${bucket}/*`,
]);

interface Case {
  /** Name of the user and of the policy. */
  readonly name: string;
  readonly bucket?: string;
  /** Allowed actions in the bucket besides listing, which makes it visible. */
  readonly s3?: readonly string[];
  readonly admin?: readonly string[];
  readonly deny?: readonly string[];
  /** Menu sections besides the summary. */
  readonly sections: readonly string[];
  /** Summary cards besides the usage. */
  readonly cards: readonly string[];
  /** Cards with an edit button. */
  readonly edits: readonly string[];
  readonly deletes?: boolean;
  /** A call that the account may not make; the server must refuse it too. */
  readonly refused: readonly [method: string, path: string, body?: unknown];
}

const TAGS = ['PUT', '/tags', { tags: { a: 'b' } }] as const;

const CASES: readonly Case[] = [
  { name: 'lists', sections: [], cards: [], edits: [], refused: TAGS },
  {
    name: 'reads-policy',
    s3: ['s3:GetBucketPolicy'],
    sections: ['Access Rules'],
    cards: ['Access Policy'],
    edits: [],
    refused: ['PUT', '/set-policy', { access: 'PUBLIC' }],
  },
  {
    name: 'keeps-versions',
    bucket: UNLOCKED,
    s3: ['s3:GetBucketVersioning', 's3:PutBucketVersioning'],
    sections: [],
    cards: ['Versioning'],
    edits: ['Versioning'],
    refused: TAGS,
  },
  {
    name: 'reads-encryption',
    s3: ['s3:GetEncryptionConfiguration'],
    sections: [],
    cards: ['Encryption'],
    edits: [],
    refused: ['POST', '/encryption/disable'],
  },
  {
    name: 'sets-quota',
    admin: ['admin:GetBucketQuota', 'admin:SetBucketQuota'],
    sections: [],
    cards: ['Quota'],
    edits: ['Quota'],
    refused: TAGS,
  },
  {
    name: 'reads-events',
    s3: ['s3:GetBucketNotification'],
    sections: ['Events'],
    cards: [],
    edits: [],
    refused: TAGS,
  },
  {
    name: 'reads-rules',
    s3: ['s3:GetReplicationConfiguration', 's3:GetLifecycleConfiguration'],
    sections: ['Replication', 'Lifecycle'],
    cards: ['Replication'],
    edits: [],
    refused: TAGS,
  },
  {
    name: 'retains',
    s3: [
      's3:GetBucketObjectLockConfiguration',
      's3:PutBucketObjectLockConfiguration',
      's3:GetObjectRetention',
      's3:PutObjectRetention',
    ],
    sections: [],
    cards: ['Object Locking', 'Retention'],
    edits: ['Retention'],
    refused: TAGS,
  },
  {
    name: 'tags',
    s3: ['s3:GetBucketTagging', 's3:PutBucketTagging'],
    sections: [],
    cards: ['Tags'],
    edits: ['Tags'],
    refused: ['PUT', '/versioning', { versioning: true }],
  },
  {
    name: 'audits',
    admin: ['admin:ListUserPolicies', 'admin:GetPolicy', 'admin:ListUsers', 'admin:ListGroups'],
    sections: ['Access Audit'],
    cards: [],
    edits: [],
    refused: TAGS,
  },
  {
    name: 'deletes',
    s3: ['s3:DeleteBucket'],
    sections: [],
    cards: [],
    edits: [],
    deletes: true,
    refused: TAGS,
  },
  {
    name: 'reads-all',
    s3: ['s3:Get*'],
    sections: ['Events', 'Replication', 'Lifecycle', 'CORS', 'Access Rules'],
    cards: [
      'Access Policy',
      'Encryption',
      'Versioning',
      'Replication',
      'Object Locking',
      'Retention',
      'Tags',
    ],
    edits: [],
    refused: TAGS,
  },
  {
    name: 'all-but-some',
    s3: ['s3:*'],
    deny: ['s3:PutBucketPolicy', 's3:GetEncryptionConfiguration', 's3:*DeleteBucket'],
    sections: ['Events', 'Replication', 'Lifecycle', 'CORS', 'Access Rules', 'Uploads'],
    cards: ['Access Policy', 'Versioning', 'Replication', 'Object Locking', 'Retention', 'Tags'],
    edits: ['Retention', 'Tags'],
    refused: ['PUT', '/set-policy', { access: 'PUBLIC' }],
  },
];

const account = (name: string) => ({ user: `user-${name}`, password: `secret-${name}` });

function statements({ s3 = [], admin = [], deny = [] }: Case): object[] {
  return [
    { Effect: 'Allow', Action: ['s3:ListBucket', ...s3], Resource: RESOURCES },
    ...(admin.length > 0 ? [{ Effect: 'Allow', Action: admin }] : []),
    ...(deny.length > 0 ? [{ Effect: 'Deny', Action: deny, Resource: RESOURCES }] : []),
  ];
}

beforeAll(async () => {
  await putBucket(app.storage, BUCKET, {}, { objectLock: true });
  await putBucket(app.storage, UNLOCKED);
  for (const one of CASES) {
    await putPolicy(app.storage, one.name, statements(one));
    await putUser(app.storage, account(one.name), [one.name]);
  }
});

describe('an account with a narrow policy', () => {
  it.each(CASES)('that $name sees exactly what that allows [BSUM-23] [BADMIN-13]', async (one) => {
    const { page, watch } = await app.visit();
    const { user, password } = account(one.name);
    const { bucket = BUCKET } = one;
    await page.goto(`${app.url}/buckets/${bucket}/admin/summary`);
    await submitLogin(page, user, password);
    await page.waitForURL(/\/admin\/summary$/);
    const admin = bucketAdmin(page);
    await admin
      .card('Reported Usage')
      .getByText(/objects/)
      .waitFor();
    await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0);
    await expect.poll(() => admin.sections()).toEqual(['Summary', ...one.sections]);
    await expect.poll(() => admin.cards()).toEqual(['Reported Usage', ...one.cards]);
    await expect.poll(() => admin.edits()).toEqual(one.edits);
    expect(await admin.delete.count()).toBe(one.deletes ? 1 : 0);
    expect(await page.getByRole('alert').count()).toBe(0);
    const [method, path, body] = one.refused;
    watch.expectFailure({ status: 403, path });
    expect(await callApi(page, method, `/buckets/${bucket}${path}`, body)).toBe(403);
  });

  it('may open each section of its menu', async () => {
    const { page } = await app.visit();
    const { user, password } = account('reads-all');
    await page.goto(`${app.url}/buckets/${BUCKET}/admin/summary`);
    await submitLogin(page, user, password);
    const { menu } = bucketAdmin(page);
    for (const name of ['Events', 'Lifecycle', 'CORS', 'Access Rules']) {
      await menu.getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 2, name }).first().waitFor();
      await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0);
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await page.getByRole('button', { name: /^(Add|Subscribe)/ }).count(), name).toBe(0);
    }
  });

  it('does not see a bucket that it cannot reach, not even by its address', async () => {
    await putBucket(app.storage, 'far-away');
    const { page, watch } = await app.visit();
    const { user, password } = account('reads-all');
    watch.expectFailure({ status: 403, path: '/api/v1/buckets/far-away' });
    await page.goto(`${app.url}/buckets/far-away/admin/summary`);
    await submitLogin(page, user, password);
    await page.getByText('You cannot see the settings of this bucket').waitFor();
  });
});

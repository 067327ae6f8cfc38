import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectLegalHoldCommand,
  GetObjectLockConfigurationCommand,
  GetObjectRetentionCommand,
  HeadObjectCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  PutObjectLegalHoldCommand,
  PutObjectLockConfigurationCommand,
  PutObjectRetentionCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { ofTarget } from './support/differences.ts';
import { failure, freshName, useServer } from './support/server.ts';

const server = useServer();
const DAY_MS = 86_400_000;
let Bucket = '';

beforeAll(async () => {
  Bucket = await locked();
});

async function locked(): Promise<string> {
  const bucket = freshName('locked');
  const create = { Bucket: bucket, ObjectLockEnabledForBucket: true };
  await server.s3.send(new CreateBucketCommand(create));
  return bucket;
}

async function put(Key: string, more = {}): Promise<string> {
  const stored = await server.s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x', ...more }));
  return stored.VersionId ?? '';
}

const inDays = (days: number) => new Date(Math.floor(Date.now() / 1_000) * 1_000 + days * DAY_MS);

describe('object locking', () => {
  it('comes with versioning, which then stays on', async () => {
    expect(await put('versioned')).not.toBe('');
    const off = { Bucket, VersioningConfiguration: { Status: 'Suspended' as const } };
    const refused = await failure(server.s3.send(new PutBucketVersioningCommand(off)));
    expect(refused.code).toBe('InvalidBucketState');
  });

  it('has no rule until it is given one, which holds for new objects', async () => {
    const bucket = await locked();
    const get = new GetObjectLockConfigurationCommand({ Bucket: bucket });
    expect((await server.s3.send(get)).ObjectLockConfiguration).toEqual({
      ObjectLockEnabled: 'Enabled',
    });
    const Rule = { DefaultRetention: { Mode: 'GOVERNANCE' as const, Days: 3 } };
    const ObjectLockConfiguration = { ObjectLockEnabled: 'Enabled' as const, Rule };
    await server.s3.send(
      new PutObjectLockConfigurationCommand({ Bucket: bucket, ObjectLockConfiguration }),
    );
    const stored = await server.s3.send(new GetObjectLockConfigurationCommand({ Bucket: bucket }));
    expect(stored.ObjectLockConfiguration).toEqual(ObjectLockConfiguration);

    await server.s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'k', Body: 'x' }));
    const head = await server.s3.send(new HeadObjectCommand({ Bucket: bucket, Key: 'k' }));
    expect(head.ObjectLockMode).toBe('GOVERNANCE');
    const until = head.ObjectLockRetainUntilDate?.getTime() ?? 0;
    expect(Math.abs(until - inDays(3).getTime())).toBeLessThan(DAY_MS);
  });

  it('is not there in a bucket that was made without it', async () => {
    const bucket = await server.bucket();
    const get = new GetObjectLockConfigurationCommand({ Bucket: bucket });
    expect(await failure(server.s3.send(get))).toEqual({
      code: 'ObjectLockConfigurationNotFoundError',
      status: 404,
    });
  });
});

describe('retention', () => {
  it('is kept and given back', async () => {
    const RetainUntilDate = inDays(1);
    await put('retained', {
      ObjectLockMode: 'GOVERNANCE',
      ObjectLockRetainUntilDate: RetainUntilDate,
    });
    const { Retention } = await server.s3.send(
      new GetObjectRetentionCommand({ Bucket, Key: 'retained' }),
    );
    expect(Retention?.Mode).toBe('GOVERNANCE');
    expect(Retention?.RetainUntilDate?.getTime()).toBe(RetainUntilDate.getTime());
  });

  it('keeps a version from being deleted, unless governance is passed over', async () => {
    const version = await put('governed', {
      ObjectLockMode: 'GOVERNANCE',
      ObjectLockRetainUntilDate: inDays(1),
    });
    const remove = { Bucket, Key: 'governed', VersionId: version };
    const refused = await failure(server.s3.send(new DeleteObjectCommand(remove)));
    expect(refused).toMatchObject(ofTarget('refusalOfALock'));
    await server.s3.send(new GetObjectCommand(remove));
    await server.s3.send(new DeleteObjectCommand({ ...remove, BypassGovernanceRetention: true }));
    expect((await failure(server.s3.send(new GetObjectCommand(remove)))).status).toBe(404);
  });

  it('cannot be shortened under compliance, but made longer', async () => {
    const Key = 'compliant';
    await put(Key, { ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate: inDays(2) });
    const set = (days: number) =>
      server.s3.send(
        new PutObjectRetentionCommand({
          Bucket,
          Key,
          BypassGovernanceRetention: true,
          Retention: { Mode: 'COMPLIANCE', RetainUntilDate: inDays(days) },
        }),
      );
    expect((await failure(set(1))).status).toBeGreaterThanOrEqual(400);
    await set(3);
  });

  it('changes its mode only when governance is passed over', async () => {
    const Key = 'changed';
    await put(Key, { ObjectLockMode: 'GOVERNANCE', ObjectLockRetainUntilDate: inDays(1) });
    const set = (BypassGovernanceRetention: boolean) =>
      server.s3.send(
        new PutObjectRetentionCommand({
          Bucket,
          Key,
          BypassGovernanceRetention,
          Retention: { Mode: 'COMPLIANCE', RetainUntilDate: inDays(2) },
        }),
      );
    expect(await failure(set(false))).toMatchObject(ofTarget('refusalOfALock'));
    await set(true);
  });

  it('cannot end in the past', async () => {
    const late = { ObjectLockMode: 'GOVERNANCE', ObjectLockRetainUntilDate: inDays(-1) };
    const refused = await failure(put('late', late));
    expect(refused.status).toBe(400);
  });

  it('lets a delete marker be placed', async () => {
    await put('marked', { ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate: inDays(1) });
    const deleted = await server.s3.send(new DeleteObjectCommand({ Bucket, Key: 'marked' }));
    expect(deleted.DeleteMarker).toBe(true);
  });
});

describe('retention and legal hold without a document', () => {
  it('are not asked of a bucket that is not there', async () => {
    const missing = { Bucket: freshName('missing'), Key: 'k' };
    const retention = server.s3.send(new PutObjectRetentionCommand(missing));
    expect((await failure(retention)).code).toBe('NoSuchBucket');
    const hold = server.s3.send(new PutObjectLegalHoldCommand(missing));
    expect((await failure(hold)).code).toBe('NoSuchBucket');
  });
});

describe('legal hold', () => {
  it('keeps a version from being deleted until it is lifted', async () => {
    const version = await put('held');
    const hold = (Status: 'ON' | 'OFF') =>
      server.s3.send(new PutObjectLegalHoldCommand({ Bucket, Key: 'held', LegalHold: { Status } }));
    await hold('ON');
    const { LegalHold } = await server.s3.send(
      new GetObjectLegalHoldCommand({ Bucket, Key: 'held' }),
    );
    expect(LegalHold?.Status).toBe('ON');
    const remove = { Bucket, Key: 'held', VersionId: version, BypassGovernanceRetention: true };
    const refused = await failure(server.s3.send(new DeleteObjectCommand(remove)));
    expect(refused).toMatchObject(ofTarget('refusalOfALock'));
    await hold('OFF');
    await server.s3.send(new DeleteObjectCommand(remove));
  });
});

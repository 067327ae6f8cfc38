import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { parseXml, xmlChild, xmlText } from '@stowage/storage-wire/xml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbedded } from '../targets/embedded.ts';
import type { Target } from '../targets/target.ts';
import { targetKind } from '../targets/target.ts';
import { adminErrorCode, adminJson, adminSend } from './support/admin.ts';
import { send } from './support/raw-request.ts';
import { freshName, useServer } from './support/server.ts';

const server = useServer();
const DEADLINE_MS = 30_000;
/**
 * Both directions between a real MinIO and the embedded store; two embedded stores if there is no
 * MinIO.
 */
const DIRECTIONS = targetKind() === 'minio' ? ['from MinIO', 'to MinIO'] : ['between two'];

let other: Target;

beforeAll(async () => {
  other = await startEmbedded();
});

afterAll(() => other.close(), 60_000);

const client = (target: Target): S3Client =>
  new S3Client({
    endpoint: target.endpoint,
    region: target.region,
    forcePathStyle: true,
    credentials: { accessKeyId: target.accessKey, secretAccessKey: target.secretKey },
  });

async function versioned(target: Target): Promise<string> {
  const Bucket = freshName();
  const s3 = client(target);
  await s3.send(new CreateBucketCommand({ Bucket }));
  const VersioningConfiguration = { Status: 'Enabled' } as const;
  await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration }));
  return Bucket;
}

const remote = (target: Target, targetbucket: string, change: object = {}): object => ({
  endpoint: new URL(target.endpoint).host,
  credentials: { accessKey: target.accessKey, secretKey: target.secretKey },
  targetbucket,
  secure: false,
  path: 'auto',
  api: 's3v4',
  type: 'replication',
  replicationSync: false,
  ...change,
});

const setTarget = (source: Target, bucket: string, secret: object) =>
  adminSend(source, { method: 'PUT', operation: 'set-remote-target', query: { bucket }, secret });

const rule = (arn: string, change: Record<string, string> = {}): string => {
  const { id = 'all', priority = '1', status = 'Enabled', marker = 'Enabled' } = change;
  return (
    `<Rule><ID>${id}</ID><Status>${status}</Status><Priority>${priority}</Priority>` +
    `<DeleteMarkerReplication><Status>${marker}</Status></DeleteMarkerReplication>` +
    '<DeleteReplication><Status>Enabled</Status></DeleteReplication>' +
    `<Destination><Bucket>${arn}</Bucket></Destination>` +
    `<Filter>${change.filter ?? '<Prefix></Prefix>'}</Filter>` +
    '<ExistingObjectReplication><Status>Enabled</Status></ExistingObjectReplication></Rule>'
  );
};

const setRules = (source: Target, bucket: string, ...rules: readonly string[]) =>
  send(source, {
    method: 'PUT',
    bucket,
    query: { replication: '' },
    body: `<ReplicationConfiguration>${rules.join('')}<Role></Role></ReplicationConfiguration>`,
  });

async function eventually<T>(ask: () => Promise<T>, isIt: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const value = await ask();
    if (isIt(value) || Date.now() > deadline) return value;
    await pause(100);
  }
}

/** Lists the properties of versions that both sides must agree on. */
async function versions(target: Target, Bucket: string): Promise<string[]> {
  const listed = await client(target).send(new ListObjectVersionsCommand({ Bucket }));
  return [
    ...(listed.Versions ?? []).map(
      (v) => `${v.Key} ${v.VersionId} ${v.Size} ${v.ETag} ${v.IsLatest}`,
    ),
    ...(listed.DeleteMarkers ?? []).map((v) => `-${v.Key} ${v.VersionId} ${v.IsLatest}`),
  ];
}

/**
 * Creates a source with an existing object, and a target, with a rule that replicates everything.
 */
async function pair(direction: string) {
  const [source, target] =
    direction === 'to MinIO' ? [other, server.target] : [server.target, other];
  const [bucket, replicas] = [await versioned(source), await versioned(target)];
  const s3 = client(source);
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'before', Body: 'before' }));
  const arn: string = JSON.parse(
    (await setTarget(source, bucket, remote(target, replicas))).body.toString(),
  );
  expect((await setRules(source, bucket, rule(arn))).status).toBe(200);
  const same = () =>
    eventually(
      async () => [await versions(source, bucket), await versions(target, replicas)] as const,
      ([here, there]) => here.join() === there.join(),
    );
  const status = (Key: string) =>
    eventually(
      async () => (await s3.send(new HeadObjectCommand({ Bucket: bucket, Key }))).ReplicationStatus,
      (value) => value === 'COMPLETED',
    );
  return { source, target, bucket, replicas, arn, s3, there: client(target), same, status };
}

async function upload(s3: S3Client, Bucket: string, Key: string, parts: readonly Uint8Array[]) {
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  const Parts = await Promise.all(
    parts.map(async (Body, index) => {
      const PartNumber = index + 1;
      const part = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body });
      return { PartNumber, ...(await s3.send(part)) };
    }),
  );
  const MultipartUpload = {
    Parts: Parts.map(({ PartNumber, ETag, ChecksumCRC32 }) => ({
      PartNumber,
      ETag,
      ChecksumCRC32,
    })),
  };
  await s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }));
}

describe.each(DIRECTIONS)('replication %s', (direction) => {
  it('brings uploads with what is known about them, whole and in parts, old ones too', async () => {
    const { bucket, replicas, s3, there, same, status } = await pair(direction);
    await s3.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: 'dir/ä b',
        Body: 'content',
        ContentType: 'text/plain',
        CacheControl: 'no-store',
        Metadata: { name: 'value' },
        Tagging: 'a=b',
        ServerSideEncryption: 'AES256',
      }),
    );
    const parts = [randomBytes(9 * 1024 * 1024), randomBytes(8 * 1024 * 1024)];
    await upload(s3, bucket, 'large', parts);
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'large-name', Body: 'one' }));
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'large-name', Body: 'two' }));
    expect(await status('dir/ä b')).toBe('COMPLETED');
    expect(await status('large')).toBe('COMPLETED');
    const [here, copies] = await same();
    expect(copies).toEqual(here);
    expect(copies).toHaveLength(5);
    const copy = await there.send(new GetObjectCommand({ Bucket: replicas, Key: 'dir/ä b' }));
    expect(copy).toMatchObject({
      ContentType: 'text/plain',
      CacheControl: 'no-store',
      Metadata: { name: 'value' },
      TagCount: 1,
      ServerSideEncryption: 'AES256',
      ReplicationStatus: 'REPLICA',
    });
    expect(await copy.Body?.transformToString()).toBe('content');
    const large = await there.send(new GetObjectCommand({ Bucket: replicas, Key: 'large' }));
    expect(
      Buffer.concat(parts).equals((await large.Body?.transformToByteArray()) ?? new Uint8Array()),
    ).toBe(true);
  });

  it('brings changes of tags, delete markers and deletions of versions', async () => {
    const { bucket, replicas, s3, there, same, status } = await pair(direction);
    const Key = 'k';
    const { VersionId } = await s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'one' }));
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'two' }));
    expect(await status(Key)).toBe('COMPLETED');
    const Tagging = { TagSet: [{ Key: 'a', Value: 'b' }] };
    await s3.send(new PutObjectTaggingCommand({ Bucket: bucket, Key, Tagging }));
    const tags = await eventually(
      async () =>
        (await there.send(new GetObjectTaggingCommand({ Bucket: replicas, Key }))).TagSet ?? [],
      (set) => set.length === 1,
    );
    expect(tags).toEqual(Tagging.TagSet);
    await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
    await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key, VersionId }));
    const [here, copies] = await same();
    expect(copies).toEqual(here);
    expect(copies.map((line) => line.split(' ')[0])).toEqual(['before', 'k', '-k']);
  });
});

describe('a replication document', () => {
  const bucketWithTarget = async () => {
    const bucket = await versioned(server.target);
    const target = remote(other, await versioned(other));
    const answer = await setTarget(server.target, bucket, target);
    return { bucket, target, arn: JSON.parse(answer.body.toString()) as string };
  };
  const read = (bucket: string) => send(server.target, { bucket, query: { replication: '' } });

  it('is kept and given back, and goes with its targets', async () => {
    const { bucket, arn } = await bucketWithTarget();
    expect(await read(bucket)).toMatchObject({
      status: 404,
      code: 'ReplicationConfigurationNotFoundError',
    });
    const tag = '<Tag><Key>k</Key><Value>v</Value></Tag>';
    const and = `<And><Prefix>a/</Prefix>${tag}<Tag><Key>l</Key><Value>w</Value></Tag></And>`;
    await setRules(server.target, bucket, rule(arn, { filter: and }));
    const root = parseXml((await read(bucket)).body);
    const kept = xmlChild(root, 'Rule');
    const filter = kept && xmlChild(kept, 'Filter');
    const combined = filter && xmlChild(filter, 'And');
    expect(
      kept && [xmlText(kept, 'ID'), xmlText(kept, 'Priority'), xmlText(kept, 'Status')],
    ).toEqual(['all', '1', 'Enabled']);
    expect(combined && [xmlText(combined, 'Prefix'), combined.children.length]).toEqual(['a/', 3]);
    const removal = { method: 'DELETE', bucket, query: { replication: '' } };
    expect((await send(server.target, removal)).status).toBe(200);
    expect(await read(bucket)).toMatchObject({ status: 404 });
    const query = { bucket, type: 'replication' };
    const left = await adminJson(server.target, { operation: 'list-remote-targets', query });
    expect(left ?? []).toEqual([]);
  });

  it.each<[string, (arn: string) => readonly string[], number, string]>([
    ['no rule', () => [], 404, 'XMinioAdminRemoteTargetNotFoundError'],
    [
      'a target that nobody knows',
      () => [rule('arn:minio:replication::1:none')],
      404,
      'XMinioAdminRemoteTargetNotFoundError',
    ],
    ['an ARN of S3', () => [rule('arn:aws:s3:::b')], 400, 'XMinioAdminRemoteArnInvalid'],
    ['no ARN', () => [rule('b')], 400, 'MalformedXML'],
    ['two of one priority', (arn) => [rule(arn), rule(arn, { id: 'b' })], 400, 'MalformedXML'],
    ['a status that is none', (arn) => [rule(arn, { status: 'On' })], 400, 'MalformedXML'],
    ['a long id', (arn) => [rule(arn, { id: 'i'.repeat(256) })], 400, 'MalformedXML'],
    [
      'markers by tag',
      (arn) => [rule(arn, { filter: '<Tag><Key>k</Key><Value>v</Value></Tag>' })],
      400,
      'MalformedXML',
    ],
  ])('is refused with %s', async (_, rules, status, code) => {
    const { bucket, arn } = await bucketWithTarget();
    expect(await setRules(server.target, bucket, ...rules(arn))).toMatchObject({ status, code });
  });

  it('needs versions, and so does its target', async () => {
    const bucket = await server.bucket();
    const answer = await setRules(server.target, bucket, rule('arn:minio:replication::1:x'));
    expect(answer).toMatchObject({ status: 400, code: 'InvalidRequest' });
    const set = async (name: string, change: object) =>
      adminErrorCode(await setTarget(server.target, name, remote(other, 'none', change)));
    expect(await set(await versioned(server.target), {})).toBe(
      'XMinioAdminRemoteTargetNotFoundError',
    );
    const targetbucket = await versioned(other);
    expect(await set(bucket, { targetbucket })).toBe('ReplicationSourceNotVersionedError');
  });

  it('holds its target', async () => {
    const { bucket, arn } = await bucketWithTarget();
    await setRules(server.target, bucket, rule(arn));
    const remove = { method: 'DELETE', operation: 'remove-remote-target', query: { bucket, arn } };
    expect(adminErrorCode(await adminSend(server.target, remove))).toBe(
      'XMinioAdminRemoteRemoveDisallowed',
    );
  });
});

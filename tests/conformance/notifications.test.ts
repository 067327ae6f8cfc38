import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import type { NotificationConfiguration, QueueConfiguration } from '@aws-sdk/client-s3';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectTaggingCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutBucketNotificationConfigurationCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ofTarget } from './support/differences.ts';
import { EventTarget, setConfig } from './support/event-target.ts';
import { requestTarget, signedHeaders } from './support/raw-request.ts';
import { useServer } from './support/server.ts';

const server = useServer();
let webhook: EventTarget;
beforeAll(async () => {
  webhook = await EventTarget.start(server.target, 'primary');
});
afterAll(() => webhook.remove());

const arn = () => webhook.arn(server.target);
const configure = (Bucket: string, NotificationConfiguration: NotificationConfiguration) =>
  server.s3.send(
    new PutBucketNotificationConfigurationCommand({ Bucket, NotificationConfiguration }),
  );
const queue = (more: Partial<QueueConfiguration> = {}): QueueConfiguration => ({
  QueueArn: arn(),
  Events: ['s3:ObjectCreated:*'],
  ...more,
});
const put = (Bucket: string, Key: string, Body = 'hello') =>
  server.s3.send(new PutObjectCommand({ Bucket, Key, Body }));

describe('an event', () => {
  it('has the record that MinIO writes', async () => {
    const bucket = await server.bucket();
    await configure(bucket, { QueueConfigurations: [queue()] });
    await server.s3.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: 'a/ü x+y.txt',
        Body: 'hello',
        ContentType: 'text/x',
        CacheControl: 'no-cache',
        Metadata: { 'some-key': 'v' },
      }),
    );
    const [event] = await webhook.of(bucket, 1);
    const principal = { principalId: server.target.accessKey };
    expect(event).toEqual({
      EventName: 's3:ObjectCreated:Put',
      Key: `${bucket}/a/ü x+y.txt`,
      Records: [
        {
          eventVersion: '2.0',
          eventSource: 'minio:s3',
          awsRegion: server.target.region,
          eventTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          eventName: 's3:ObjectCreated:Put',
          userIdentity: principal,
          requestParameters: {
            ...principal,
            region: server.target.region,
            sourceIPAddress: '127.0.0.1',
          },
          responseElements: {
            'x-amz-id-2': expect.stringMatching(/^[0-9a-f]{64}$/),
            'x-amz-request-id': expect.stringMatching(/^[0-9A-F]{16}$/),
            'x-minio-deployment-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
            'x-minio-origin-endpoint': expect.stringMatching(/^http:\/\//),
          },
          s3: {
            s3SchemaVersion: '1.0',
            configurationId: 'Config',
            bucket: { name: bucket, ownerIdentity: principal, arn: `arn:aws:s3:::${bucket}` },
            object: {
              key: 'a%2F%C3%BC+x%2By.txt',
              size: 5,
              eTag: '5d41402abc4b2a76b9719d911017c592',
              contentType: 'text/x',
              userMetadata: {
                'X-Amz-Meta-Some-Key': 'v',
                'cache-control': 'no-cache',
                'content-type': 'text/x',
              },
              sequencer: expect.stringMatching(/^[0-9A-F]{16}$/),
            },
          },
          source: { host: '127.0.0.1', port: '', userAgent: expect.stringContaining('aws-sdk') },
        },
      ],
    });
  });

  it('is told of each kind of change and read', async () => {
    const bucket = await server.bucket();
    await configure(bucket, {
      QueueConfigurations: [
        queue({
          Events: [
            's3:ObjectCreated:*',
            's3:ObjectRemoved:*',
            's3:ObjectAccessed:*',
          ] as QueueConfiguration['Events'],
        }),
      ],
    });
    const of = { Bucket: bucket, Key: 'k' };
    await put(bucket, 'k');
    await server.s3.send(
      new CopyObjectCommand({ Bucket: bucket, Key: 'copy', CopySource: `${bucket}/k` }),
    );
    const { UploadId } = await server.s3.send(
      new CreateMultipartUploadCommand({ Bucket: bucket, Key: 'parts' }),
    );
    const upload = { Bucket: bucket, Key: 'parts', UploadId };
    const part = await server.s3.send(
      new UploadPartCommand({ ...upload, PartNumber: 1, Body: 'x' }),
    );
    await server.s3.send(
      new CompleteMultipartUploadCommand({
        ...upload,
        MultipartUpload: { Parts: [{ PartNumber: 1, ETag: part.ETag }] },
      }),
    );
    await server.s3.send(
      new PutObjectTaggingCommand({ ...of, Tagging: { TagSet: [{ Key: 'a', Value: 'b' }] } }),
    );
    await server.s3.send(new DeleteObjectTaggingCommand(of));
    await server.s3.send(new HeadObjectCommand(of));
    const { Body } = await server.s3.send(new GetObjectCommand(of));
    await Body?.transformToString();
    await server.s3.send(new DeleteObjectCommand(of));
    const events = await webhook.of(bucket, 8);
    const names = events.map(
      ({ EventName, Key }) => `${EventName} ${Key.slice(bucket.length + 1)}`,
    );
    expect(names.sort()).toEqual([
      's3:ObjectAccessed:Get k',
      's3:ObjectAccessed:Head k',
      's3:ObjectCreated:CompleteMultipartUpload parts',
      's3:ObjectCreated:Copy copy',
      's3:ObjectCreated:DeleteTagging k',
      's3:ObjectCreated:Put k',
      's3:ObjectCreated:PutTagging k',
      's3:ObjectRemoved:Delete k',
    ]);
  });

  it('names versions and delete markers', async () => {
    const bucket = await server.bucket();
    await server.s3.send(
      new PutBucketVersioningCommand({
        Bucket: bucket,
        VersioningConfiguration: { Status: 'Enabled' },
      }),
    );
    await configure(bucket, {
      QueueConfigurations: [queue({ Events: ['s3:ObjectCreated:*', 's3:ObjectRemoved:*'] })],
    });
    const { VersionId } = await put(bucket, 'k');
    const marker = await server.s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'k' }));
    const events = await webhook.of(bucket, 2);
    const seen = events.map(({ EventName, Records: [record] }) => ({
      EventName,
      record,
    }));
    const version = (versionId: string | undefined) =>
      expect.objectContaining({
        s3: expect.objectContaining({ object: expect.objectContaining({ versionId }) }),
      });
    expect(seen).toHaveLength(2);
    expect(seen).toEqual(
      expect.arrayContaining([
        { EventName: 's3:ObjectCreated:Put', record: version(VersionId) },
        { EventName: 's3:ObjectRemoved:DeleteMarkerCreated', record: version(marker.VersionId) },
      ]),
    );
  });

  it('comes later when the target was down', async () => {
    const bucket = await server.bucket();
    await configure(bucket, { QueueConfigurations: [queue()] });
    await webhook.close();
    await put(bucket, 'while-down');
    const { services } = await webhook.info(server.target);
    expect(services.notifications).toEqual([{ webhook: [{ primary: { status: 'offline' } }] }]);
    await webhook.open();
    const [event] = await webhook.of(bucket, 1);
    expect(event?.Key).toBe(`${bucket}/while-down`);
  });
});

describe('a target', () => {
  it('is told of in the information on the server', async () => {
    const { sqsARN, services } = await webhook.info(server.target);
    expect(sqsARN).toEqual([arn()]);
    expect(services.notifications).toEqual([{ webhook: [{ primary: { status: 'online' } }] }]);
  });

  it.each([
    'notify_webhook:other endpoint=http://127.0.0.1:1/',
    'notify_webhook:other auth_token=x',
    'notify_webhook:other endpoint=ftp://127.0.0.1/',
    'notify_postgres:other connection_string="host=127.0.0.1" table="a b"',
    'notify_redis:other address=127.0.0.1:1 key=k',
  ])('is refused: %s', async (line) => {
    expect((await setConfig(server.target, line)).status).toBe(400);
  });
});

it.runIf(ofTarget('answersListeners'))('events can be listened to', async () => {
  const bucket = await server.bucket();
  const query = { events: 's3:ObjectCreated:*', prefix: 'a', suffix: '.txt', ping: '1' };
  const wanted = { bucket, query };
  const outgoing = httpRequest(`${server.target.endpoint}${requestTarget(wanted)}`, {
    headers: signedHeaders(server.target, wanted),
  }).end();
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  answer.on('error', () => undefined);
  expect(answer.headers['content-type']).toBe('text/event-stream');
  const lines = createInterface({ input: answer });
  lines.on('error', () => undefined);
  const heard: string[] = [];
  lines.on('line', (line) => heard.push(line));
  // The keep-alive shows that the server is listening.
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBeGreaterThan(0);
  await put(bucket, 'b.txt');
  await put(bucket, 'a b.txt');
  const records = () => heard.flatMap((line) => JSON.parse(line).Records ?? []);
  await expect.poll(records, { timeout: 10_000 }).toEqual([
    expect.objectContaining({
      eventName: 's3:ObjectCreated:Put',
      s3: expect.objectContaining({
        object: expect.objectContaining({ key: 'a b.txt', size: 5 }),
      }),
    }),
  ]);
  outgoing.destroy();
});

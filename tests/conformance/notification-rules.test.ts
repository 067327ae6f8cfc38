import type { NotificationConfiguration, QueueConfiguration } from '@aws-sdk/client-s3';
import {
  GetBucketNotificationConfigurationCommand,
  PutBucketNotificationConfigurationCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventTarget } from './support/event-target.ts';
import { send } from './support/raw-request.ts';
import { failure, useServer } from './support/server.ts';

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
const read = (Bucket: string) =>
  server.s3.send(new GetBucketNotificationConfigurationCommand({ Bucket }));

describe('the rules of a bucket', () => {
  it('are kept, given back and taken away', async () => {
    const bucket = await server.bucket();
    expect((await read(bucket)).QueueConfigurations).toBeUndefined();
    const rules: QueueConfiguration[] = [
      queue({
        Id: 'one',
        Filter: {
          Key: {
            FilterRules: [
              { Name: 'prefix', Value: 'a/' },
              { Name: 'suffix', Value: '.jpg' },
            ],
          },
        },
      }),
      queue({ Id: 'two', Events: ['s3:ObjectRemoved:*', 's3:ObjectCreated:Put'] }),
    ];
    await configure(bucket, { QueueConfigurations: rules });
    expect((await read(bucket)).QueueConfigurations).toEqual(rules);
    await configure(bucket, {});
    expect((await read(bucket)).QueueConfigurations).toBeUndefined();
  });

  it.each<[string, () => NotificationConfiguration, string]>([
    [
      'an unknown target',
      () => ({ QueueConfigurations: [queue({ QueueArn: 'arn:minio:sqs::none:webhook' })] }),
      'InvalidArgument',
    ],
    [
      'no ARN',
      () => ({ QueueConfigurations: [queue({ QueueArn: 'primary' })] }),
      'InvalidArgument',
    ],
    [
      'another region',
      () => ({ QueueConfigurations: [queue({ QueueArn: 'arn:minio:sqs:eu-9:primary:webhook' })] }),
      'InvalidArgument',
    ],
    [
      'an event twice',
      () => ({
        QueueConfigurations: [queue({ Events: ['s3:ObjectCreated:Put', 's3:ObjectCreated:Put'] })],
      }),
      'InvalidArgument',
    ],
    [
      'a rule twice',
      () => ({ QueueConfigurations: [queue({ Id: 'x' }), queue({ Id: 'x' })] }),
      'InvalidArgument',
    ],
    [
      'a filter with two prefixes',
      () => ({
        QueueConfigurations: [
          queue({
            Filter: {
              Key: {
                FilterRules: [
                  { Name: 'prefix', Value: 'a' },
                  { Name: 'prefix', Value: 'b' },
                ],
              },
            },
          }),
        ],
      }),
      'InvalidArgument',
    ],
    ['no event', () => ({ QueueConfigurations: [queue({ Events: [] })] }), 'MalformedXML'],
    [
      'a topic',
      () => ({
        TopicConfigurations: [
          { TopicArn: 'arn:aws:sns:us-east-1:1:t', Events: ['s3:ObjectCreated:Put'] },
        ],
      }),
      'UnsupportedNotification',
    ],
    [
      'a function',
      () => ({
        LambdaFunctionConfigurations: [
          { LambdaFunctionArn: 'arn:aws:lambda:us-east-1:1:f', Events: ['s3:ObjectCreated:Put'] },
        ],
      }),
      'UnsupportedNotification',
    ],
  ])('are refused with %s', async (_, configuration, code) => {
    const bucket = await server.bucket();
    expect(await failure(configure(bucket, configuration()))).toEqual({ code, status: 400 });
    expect((await read(bucket)).QueueConfigurations).toBeUndefined();
  });

  it.each([
    ['an unknown event', '<Event>s3:ObjectEaten:*</Event>'],
    [
      'a filter of another name',
      '<Event>s3:ObjectCreated:*</Event><Filter><S3Key><FilterRule><Name>infix</Name><Value>a</Value></FilterRule></S3Key></Filter>',
    ],
  ])('are refused with %s', async (_, inner) => {
    const bucket = await server.bucket();
    const { status, code } = await send(server.target, {
      method: 'PUT',
      bucket,
      query: { notification: '' },
      body: `<NotificationConfiguration><QueueConfiguration>${inner}<Queue>${arn()}</Queue></QueueConfiguration></NotificationConfiguration>`,
    });
    expect([status, code]).toEqual([400, 'InvalidArgument']);
  });
});

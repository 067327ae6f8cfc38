import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answering, failure, startFakeStorage } from '../testing/fake-storage.ts';
import { createS3Client, type S3Client } from './client.ts';

const kept: { document: string | undefined; missing: string } = { document: '', missing: '' };
let s3: S3Client;
let stop: () => Promise<void>;

/** A server that stores one document. */
async function keep(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  if (request.method === 'PUT') kept.document = body;
  if (request.method === 'DELETE') kept.document = undefined;
  if (request.method === 'DELETE') response.writeHead(204).end();
  else if (kept.document !== undefined) response.end(kept.document);
  else response.writeHead(404).end(`<Error><Code>${kept.missing}</Code></Error>`);
}

beforeAll(async () => {
  const fake = await startFakeStorage((request, response) => void keep(request, response));
  stop = fake.stop;
  s3 = createS3Client(fake.options);
});
afterAll(() => stop());
beforeEach(() => {
  kept.document = undefined;
});

const bucket = 'b';
const body = () => kept.document?.replace(/^<\?xml[^>]*>\n/, '').replace(/ xmlns="[^"]*"/, '');

describe('lifecycle rules', () => {
  const RULE = `<Rule><ID>old &amp; odd</ID><Status>Enabled</Status>
    <Filter><And><Prefix>logs/</Prefix><Tag><Key>k</Key><Value>v</Value></Tag>
      <ObjectSizeGreaterThan>10</ObjectSizeGreaterThan></And></Filter>
    <Expiration><Days>3</Days><ExpiredObjectAllVersions>true</ExpiredObjectAllVersions></Expiration>
    <Transition><Days>1</Days><StorageClass>WARM</StorageClass></Transition>
    <Transition><Days>2</Days><StorageClass>COLD</StorageClass></Transition>
    <DelMarkerExpiration><Days>9</Days></DelMarkerExpiration>
    <AbortIncompleteMultipartUpload><DaysAfterInitiation>7</DaysAfterInitiation></AbortIncompleteMultipartUpload></Rule>`;
  const set = (rules: string) => {
    kept.document = `<LifecycleConfiguration xmlns="x">${rules}</LifecycleConfiguration>`;
  };

  it('are none where none are configured', async () => {
    kept.missing = 'NoSuchLifecycleConfiguration';
    expect(await s3.getBucketLifecycle({ bucket })).toEqual([]);
  });

  it('do not pass another refusal for none', async () => {
    kept.missing = 'NoSuchBucket';
    expect(await failure(s3.getBucketLifecycle({ bucket }))).toMatchObject({
      code: 'NoSuchBucket',
    });
  });

  it('are read with all that the fields name', async () => {
    set(RULE);
    expect(await s3.getBucketLifecycle({ bucket })).toMatchObject([
      {
        id: 'old & odd',
        enabled: true,
        prefix: 'logs/',
        tags: [{ key: 'k', value: 'v' }],
        sizeGreaterThan: 10,
        abortIncompleteDays: 7,
        expiration: { days: 3 },
        transition: { days: 1, storageClass: 'WARM' },
      },
    ]);
  });

  it('keep what no field names when they are written', async () => {
    set(RULE);
    await s3.putBucketLifecycle({ bucket, rules: await s3.getBucketLifecycle({ bucket }) });
    expect(body()).toBe(
      `<LifecycleConfiguration>${RULE.replace(/>\s+</g, '><')}</LifecycleConfiguration>`,
    );
  });

  it('keep the size of a filter whose prefix changes', async () => {
    set(RULE);
    const [rule] = await s3.getBucketLifecycle({ bucket });
    if (rule === undefined) throw new Error('no rule');
    await s3.putBucketLifecycle({
      bucket,
      rules: [{ ...rule, prefix: 'a<b', tags: [], expiration: {} }],
    });
    expect(body()).toContain(
      '<Filter><And><Prefix>a&lt;b</Prefix><ObjectSizeGreaterThan>10</ObjectSizeGreaterThan></And></Filter>',
    );
    expect(body()).toContain('<ExpiredObjectAllVersions>true</ExpiredObjectAllVersions>');
    expect(body()).not.toContain('<Days>3</Days>');
  });

  const tagA = '<Tag><Key>a</Key><Value></Value></Tag>';
  const tagB = '<Tag><Key>b</Key><Value></Value></Tag>';

  it.each([
    [[], '<Filter><Prefix></Prefix></Filter>'],
    [['a'], `<Filter><And><Prefix></Prefix>${tagA}</And></Filter>`],
    [['a', 'b'], `<Filter><And>${tagA}${tagB}</And></Filter>`],
  ])('join by And no less than two: the tags %j', async (keys, filter) => {
    set('<Rule><ID>1</ID><Filter><Prefix>a</Prefix></Filter><Status>Enabled</Status></Rule>');
    const [rule] = await s3.getBucketLifecycle({ bucket });
    if (rule === undefined) throw new Error('no rule');
    const tags = keys.map((key) => ({ key, value: '' }));
    await s3.putBucketLifecycle({ bucket, rules: [{ ...rule, prefix: '', tags }] });
    expect(body()).toContain(filter);
  });

  it('move a Prefix of old into the filter only when it changes', async () => {
    set('<Rule><ID>1</ID><Prefix>a</Prefix><Status>Enabled</Status></Rule>');
    const [rule] = await s3.getBucketLifecycle({ bucket });
    if (rule === undefined) throw new Error('no rule');
    await s3.putBucketLifecycle({ bucket, rules: [rule] });
    expect(body()).toContain('<Rule><ID>1</ID><Prefix>a</Prefix><Status>Enabled</Status></Rule>');
    await s3.putBucketLifecycle({ bucket, rules: [{ ...rule, prefix: 'b' }] });
    expect(body()).toContain('<Status>Enabled</Status><Filter><Prefix>b</Prefix></Filter></Rule>');
  });

  it('remove the configuration with the last of them', async () => {
    set(RULE);
    await s3.putBucketLifecycle({ bucket, rules: [] });
    expect(kept.document).toBeUndefined();
  });
});

describe('subscriptions to events', () => {
  it('keep those of other kinds, with filters of any case', async () => {
    const members =
      '<TopicConfiguration><Id>t</Id><Topic>arn:t</Topic><Event>s3:Replication:*</Event>' +
      '<Filter><S3Key><FilterRule><Name>Suffix</Name><Value>.jpg</Value></FilterRule></S3Key></Filter>' +
      '</TopicConfiguration><EventBridgeConfiguration></EventBridgeConfiguration>';
    kept.document = `<NotificationConfiguration>${members}</NotificationConfiguration>`;
    const rules = await s3.getBucketNotification({ bucket });
    expect(rules).toMatchObject([
      { id: 't', arn: 'arn:t', events: ['s3:Replication:*'], prefix: '', suffix: '.jpg' },
      { id: '', arn: '', events: [] },
    ]);
    const added = { id: 'n', arn: 'arn:q', events: ['s3:X'], prefix: 'p"', suffix: '', stored: '' };
    await s3.putBucketNotification({ bucket, rules: [...rules, added] });
    expect(body()).toBe(
      `<NotificationConfiguration>${members}<QueueConfiguration><Id>n</Id><Queue>arn:q</Queue>` +
        '<Event>s3:X</Event><Filter><S3Key><FilterRule><Name>prefix</Name><Value>p&#34;</Value>' +
        '</FilterRule></S3Key></Filter></QueueConfiguration></NotificationConfiguration>',
    );
  });

  it.each([
    ['arn:minio:sqs::primary:webhook', 'QueueConfiguration', 'Queue'],
    ['arn:aws:sns:default::hook', 'TopicConfiguration', 'Topic'],
    ['arn:aws:lambda:eu-1:1:function:f', 'CloudFunctionConfiguration', 'CloudFunction'],
  ])('are of the kind that the ARN names: %s', async (arn, kind, target) => {
    const rule = { stored: '', id: 'n', arn, events: [], prefix: '', suffix: '' };
    await s3.putBucketNotification({ bucket, rules: [rule] });
    expect(body()).toBe(
      `<NotificationConfiguration><${kind}><Id>n</Id><${target}>${arn}</${target}></${kind}></NotificationConfiguration>`,
    );
    expect(await s3.getBucketNotification({ bucket })).toMatchObject([{ arn }]);
  });
});

describe('replication rules', () => {
  it('keep the role and what no field names', async () => {
    const rule =
      '<Rule><ID>r</ID><Status>Disabled</Status><Priority>3</Priority>' +
      '<DeleteMarkerReplication><Status>Enabled</Status></DeleteMarkerReplication>' +
      '<DeleteReplication><Status>Disabled</Status></DeleteReplication>' +
      '<Destination><Bucket>arn:b</Bucket><Account>1</Account></Destination>' +
      '<SourceSelectionCriteria><ReplicaModifications><Status>Enabled</Status>' +
      '</ReplicaModifications></SourceSelectionCriteria><Filter><Prefix></Prefix></Filter>' +
      '<ExistingObjectReplication><Status>Disabled</Status></ExistingObjectReplication></Rule>';
    kept.document = `<ReplicationConfiguration><Role>me</Role>${rule}</ReplicationConfiguration>`;
    const before = kept.document;
    const configuration = await s3.getBucketReplication({ bucket });
    expect(configuration).toMatchObject({
      role: 'me',
      rules: [
        {
          id: 'r',
          enabled: false,
          priority: 3,
          destination: 'arn:b',
          deleteMarkers: true,
          deletes: false,
          metadata: true,
          existingObjects: false,
        },
      ],
    });
    await s3.putBucketReplication({ bucket, configuration });
    expect(body()).toBe(before);
  });

  it('are none where none are configured', async () => {
    kept.missing = 'ReplicationConfigurationNotFoundError';
    expect(await s3.getBucketReplication({ bucket })).toEqual({ role: '', rules: [] });
  });

  it('have metrics by target, with failures counted in either way', async () => {
    const Stats = {
      'arn:new': {
        replicationCount: 4,
        completedReplicationSize: 40,
        failed: { totals: { count: 2, bytes: 20 } },
      },
      'arn:old': { failedReplicationCount: 3, failedReplicationSize: 30 },
    };
    const nodes = [
      { queueStats: { curr: { count: 1, bytes: 10 } } },
      { queueStats: { curr: { count: 2, bytes: 20 } } },
    ];
    kept.document = JSON.stringify({ uptime: 1, currStats: { Stats }, queueStats: { nodes } });
    expect(await s3.getReplicationMetrics({ bucket })).toEqual({
      pending: { objects: 3, size: 30 },
      targets: {
        'arn:new': { replicated: { objects: 4, size: 40 }, failed: { objects: 2, size: 20 } },
        'arn:old': { replicated: { objects: 0, size: 0 }, failed: { objects: 3, size: 30 } },
      },
    });
  });
});

it('refuses a document of another kind', async () => {
  const fake = await startFakeStorage(answering(200, '<html></html>'));
  const client = createS3Client(fake.options);
  expect(await failure(client.getBucketLifecycle({ bucket }))).toMatchObject({
    code: 'InvalidResponse',
  });
  await fake.stop();
});

describe('CORS rules', () => {
  const RULE = `<CORSRule><ID> a&amp;b </ID><AllowedOrigin>https://&lt;x&gt;.test</AllowedOrigin>
    <AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod><Later>kept</Later>
    <AllowedHeader>x-*</AllowedHeader><ExposeHeader>ETag</ExposeHeader>
    <MaxAgeSeconds>0</MaxAgeSeconds></CORSRule>`;

  it('fail to be read where none are configured, by the code that says so', async () => {
    kept.missing = 'NoSuchCORSConfiguration';
    expect(await failure(s3.getBucketCors({ bucket }))).toMatchObject({
      code: 'NoSuchCORSConfiguration',
    });
  });

  it('are read, and written with what the fields do not name', async () => {
    kept.document = `<CORSConfiguration>${RULE}</CORSConfiguration>`;
    const rules = await s3.getBucketCors({ bucket });
    expect(rules).toMatchObject([
      {
        ...{ id: 'a&b', origins: ['https://<x>.test', '*'], methods: ['GET'] },
        ...{ headers: ['x-*'], exposed: ['ETag'], maxAge: 0 },
      },
    ]);
    const changed = rules.map((rule) => ({
      ...{ ...rule, id: '', origins: ['https://"q".test'], methods: ['PUT', 'HEAD'] },
      ...{ headers: [], maxAge: undefined },
    }));
    await s3.putBucketCors({ bucket, rules: changed });
    expect(body()).toBe(
      '<CORSConfiguration><CORSRule><Later>kept</Later>' +
        '<AllowedOrigin>https://&#34;q&#34;.test</AllowedOrigin>' +
        '<AllowedMethod>PUT</AllowedMethod><AllowedMethod>HEAD</AllowedMethod>' +
        '<ExposeHeader>ETag</ExposeHeader></CORSRule></CORSConfiguration>',
    );
  });

  it('are removed as a whole where none are left', async () => {
    kept.document = `<CORSConfiguration>${RULE}</CORSConfiguration>`;
    await s3.putBucketCors({ bucket, rules: [] });
    expect(kept.document).toBeUndefined();
  });
});

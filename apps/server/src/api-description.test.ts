import { ENDPOINTS } from '@stowage/contract/table';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EventTarget } from '../../../tests/conformance/support/event-target.ts';
import { startTestConsole, type TestCaller, type TestConsole } from './testing/test-console.ts';

/*
 * What clients of MinIO Console v0.12.2 send and read: names, types and statuses of its API
 * description. Further fields of ours are no harm to them.
 */

let test: TestConsole;
let root: TestCaller;
let webhook: EventTarget;

beforeAll(async () => {
  test = await startTestConsole();
  webhook = await EventTarget.start(test.target, 'described');
  root = await test.logIn();
  await test.s3.makeBucket({ bucket: 'described', objectLock: true });
});
afterAll(async () => {
  await test.close();
  await webhook.remove();
});

const texts = z.array(z.string());
const quota = z.object({ quota: z.int(), type: z.enum(['hard', 'fifo']) });
const access = z.enum(['PRIVATE', 'PUBLIC', 'CUSTOM']);
const bucket = z.object({
  name: z.string().min(3),
  manage: z.boolean().optional(),
  size: z.int().optional(),
  objects: z.int().optional(),
  access: access.optional(),
  rw_access: z.object({ read: z.boolean(), write: z.boolean() }).optional(),
  creation_date: z.string().optional(),
  allowedActions: texts.optional(),
  details: z
    .object({
      versioning: z.boolean().optional(),
      versioningSuspended: z.boolean().optional(),
      locking: z.boolean().optional(),
      replication: z.boolean().optional(),
      tags: z.record(z.string(), z.string()).optional(),
      quota: quota.partial().optional(),
    })
    .optional(),
});
const object = z.object({
  name: z.string(),
  size: z.int().optional(),
  content_type: z.string().optional(),
  last_modified: z.string().optional(),
  user_metadata: z.record(z.string(), z.string()).optional(),
});
const session = z.object({
  status: z.literal('ok'),
  pages: texts,
  features: texts,
  operator: z.boolean(),
  distributedMode: z.boolean(),
  policy: z.object({
    version: z.string(),
    statement: z
      .array(
        z.object({
          effect: z.string(),
          action: texts.optional(),
          resource: texts.optional(),
          condition: z.record(z.string(), z.looseObject({})).optional(),
        }),
      )
      .min(1),
  }),
});
const error = z.object({ code: z.int(), message: z.string(), detailedMessage: z.string() });
const list = <Name extends string, Item extends z.ZodType>(name: Name, item: Item) =>
  z.object({ [name]: z.array(item), total: z.int() });

const nothing = z.undefined();
const retention = z.object({
  mode: z.enum(['governance', 'compliance']),
  unit: z.enum(['days', 'years']),
  validity: z.int(),
});
const event = z.object({
  id: z.string(),
  arn: z.string(),
  events: z.array(z.enum(['put', 'delete', 'get'])),
  prefix: z.string(),
  suffix: z.string(),
});
const lifecycleRule = z.object({
  id: z.string(),
  prefix: z.string(),
  status: z.string(),
  expiration: z.object({
    date: z.string(),
    days: z.int().optional(),
    delete_marker: z.boolean().optional(),
  }),
  transition: z.object({
    date: z.string(),
    days: z.int().optional(),
    storage_class: z.string().optional(),
  }),
  tags: z.array(z.object({ key: z.string(), value: z.string() })),
});

const configuration = z.object({ key: z.string(), description: z.string() });
const onePage = z.object({
  configurations: z.array(configuration).length(1),
  total: z.int().min(2),
});
const widget = z.object({
  id: z.int(),
  title: z.string(),
  type: z.string(),
  targets: z.array(
    z.object({ resultType: z.string(), result: z.array(z.unknown()), legendFormat: z.string() }),
  ),
});

const locking = z.object({ object_locking_enabled: z.literal(true) });
const encryption = z.object({ algorithm: z.string(), kmsMasterKeyID: z.string().optional() });

/** The success status of each call; `*` stands for a path parameter. */
const STATUSES: readonly (readonly [status: number, calls: string])[] = [
  [200, 'GET /login, POST /logout, GET /session'],
  [201, 'POST /login, POST /buckets, PUT /buckets/*/versioning, POST /buckets/*/events'],
  [201, 'POST /buckets/*/lifecycle, POST /has-permission, POST /account/change-password'],
  [200, 'GET /buckets, GET /buckets/*, GET /buckets/*/retention, PUT /buckets/*/retention'],
  [200, 'GET /buckets/*/objects, DELETE /buckets/*/objects, POST /buckets/*/delete-objects'],
  [200, 'POST /buckets/*/objects/upload, GET /buckets/*/objects/download'],
  [200, 'PUT /buckets/*/set-policy, GET /buckets/*/quota, PUT /buckets/*/quota'],
  [200, 'GET /buckets/*/events, GET /buckets/*/replication, POST /buckets-replication'],
  [200, 'POST /list-external-buckets, GET /buckets/*/versioning, GET /buckets/*/object-locking'],
  [200, 'POST /buckets/*/encryption/enable, POST /buckets/*/encryption/disable'],
  [200, 'GET /buckets/*/encryption/info, GET /buckets/*/lifecycle, PUT /buckets/*/lifecycle/*'],
  [200, 'GET /bucket-policy/*, GET /bucket-users/*, GET /bucket/*/access-rules'],
  [200, 'PUT /bucket/*/access-rules, DELETE /bucket/*/access-rules, GET /admin/arns'],
  [200, 'GET /admin/tiers'],
  [204, 'DELETE /buckets/*, DELETE /buckets/*/events/*, DELETE /buckets/*/replication/*'],
  [204, 'POST /service/restart'],
];

describe('the status of a call that went well', () => {
  const ours = new Map(
    ENDPOINTS.map(({ method, path, status }) => [
      `${method} ${path.replace(/\{\w+\}/g, '*')}`,
      status,
    ]),
  );

  it.each(STATUSES.flatMap(([status, calls]) => calls.split(', ').map((call) => [call, status])))(
    'is that of the description: %s %i',
    (call, status) => {
      expect(ours.get(String(call))).toBe(status);
    },
  );
});

const AT = '/buckets/described';

describe('an answer to a client of the API description', () => {
  it.each<[string, string, object | undefined, number, z.ZodType]>([
    ['GET', '/session', undefined, 200, session],
    ['GET', '/buckets', undefined, 200, list('buckets', bucket)],
    ['GET', AT, undefined, 200, bucket],
    ['PUT', `${AT}/set-policy`, { access: 'PUBLIC' }, 200, bucket],
    ['PUT', `${AT}/quota`, { enabled: true, quota_type: 'hard', amount: 5 }, 200, bucket],
    ['GET', `${AT}/quota`, undefined, 200, quota],
    ['PUT', `${AT}/quota`, { enabled: false, quota_type: 'hard', amount: 0 }, 200, bucket],
    ['GET', `${AT}/versioning`, undefined, 200, z.object({ is_versioned: z.boolean() })],
    ['PUT', `${AT}/versioning`, { versioning: true }, 201, z.undefined()],
    ['GET', `${AT}/objects`, undefined, 200, z.object({ objects: z.null(), total: z.literal(0) })],
    ['GET', '/login', undefined, 200, z.object({ loginStrategy: z.enum(['form', 'redirect']) })],
    ['GET', `${AT}/events`, undefined, 200, list('events', event)],
    ['GET', `${AT}/object-locking`, undefined, 200, locking],
    ['PUT', `${AT}/retention`, { mode: 'governance', unit: 'days', validity: 1 }, 200, nothing],
    ['GET', `${AT}/retention`, undefined, 200, retention],
    ['GET', `${AT}/encryption/info`, undefined, 404, error],
    ['POST', `${AT}/encryption/enable`, { encType: 'sse-s3' }, 200, nothing],
    ['GET', `${AT}/encryption/info`, undefined, 200, encryption],
    ['POST', `${AT}/encryption/disable`, undefined, 200, nothing],
    ['POST', `${AT}/lifecycle`, { prefix: 'a', tags: 'a=b', expiry_days: 1 }, 201, nothing],
    ['GET', `${AT}/lifecycle`, undefined, 200, z.object({ lifecycle: z.array(lifecycleRule) })],
    ['GET', `${AT}/replication`, undefined, 200, z.object({ rules: z.array(z.unknown()) })],
    ['GET', '/admin/arns', undefined, 200, z.object({ arns: texts.min(1) })],
    ['GET', '/admin/tiers', undefined, 200, z.object({ items: z.array(z.unknown()) })],
    [
      'PUT',
      '/bucket/described/access-rules',
      { prefix: 'x/', access: 'readonly' },
      200,
      z.boolean(),
    ],
    [
      'GET',
      '/bucket/described/access-rules',
      undefined,
      200,
      list('accessRules', z.object({ prefix: z.string(), access: z.string() })),
    ],
    [
      'GET',
      '/bucket-policy/described',
      undefined,
      200,
      list('policies', z.object({ name: z.string(), policy: z.string() })),
    ],
    ['DELETE', '/bucket/described/access-rules', { prefix: 'x/' }, 200, z.boolean()],
    ['GET', '/bucket-users/described', undefined, 200, texts],
    ['GET', '/policies/readwrite/users', undefined, 200, texts],
    ['GET', '/policies/readwrite/groups', undefined, 200, texts],
    ['GET', '/configs', undefined, 200, list('configurations', configuration)],
    ['GET', '/configs?offset=1&limit=1', undefined, 200, onePage],
    // The dashboard of v0.12.2 sends 0 until a range is chosen.
    ['GET', '/admin/info/widgets/66/?step=0&', undefined, 200, widget],
    [
      'POST',
      '/has-permission',
      { actions: [{ id: 'a', action: 's3:CreateBucket' }] },
      201,
      z.object({ permissions: z.array(z.object({ id: z.string(), can: z.boolean() })) }),
    ],
    [
      'POST',
      '/buckets',
      {
        name: 'described-2',
        versioning: false,
        locking: false,
        quota: { enabled: false, quota_type: 'hard', amount: 0 },
      },
      201,
      z.undefined(),
    ],
    ['GET', '/buckets/not-there', undefined, 404, error],
    ['POST', '/buckets', { name: 'x' }, 400, error],
  ])('has its shape: %s %s %j', async (method, path, payload, status, shape) => {
    const response = await root.send({
      method: method as 'GET',
      url: `/api/v1${path}`,
      ...(payload && { payload }),
    });
    expect(response.statusCode).toBe(status);
    shape.parse(response.body === '' ? undefined : response.json());
  });

  it('lists objects by these names', async () => {
    const key = 'a.txt';
    await test.s3.putObject({ bucket: 'described', key, size: 1, body: Buffer.from('a') });
    const url = `/api/v1${AT}/objects?with_metadata=true`;
    const page = list('objects', object).parse((await root.send({ url })).json());
    expect(page.total).toBe(1);
  });

  it('has the part of a list that offset and limit name', async () => {
    for (const user of ['paged-a', 'paged-b', 'paged-c']) {
      await test.addUser(user, {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
      });
    }
    for (const prefix of ['a/', 'b/', 'c/']) {
      const payload = { prefix, access: 'readonly' };
      await root.send({ method: 'PUT', url: '/api/v1/bucket/described/access-rules', payload });
    }
    const arn = webhook.arn(test.target);
    for (const suffix of ['a', 'b', 'c']) {
      const payload = { configuration: { arn, events: ['put'], suffix } };
      await root.send({ method: 'POST', url: `/api/v1${AT}/events`, payload });
    }
    for (const name of ['paged-1', 'paged-2']) await test.s3.makeBucket({ bucket: name });
    for (const path of [
      `${AT}/events`,
      '/bucket-users/described',
      '/bucket-policy/described',
      '/bucket/described/access-rules',
      '/buckets',
    ]) {
      const items = async (query: string): Promise<unknown[]> => {
        const answer = (await root.send({ url: `/api/v1${path}${query}` })).json();
        return Array.isArray(answer) ? answer : answer[Object.keys(answer)[0] ?? ''];
      };
      const whole = await items('');
      expect(whole.length).toBeGreaterThan(2);
      expect(await items('?offset=1&limit=1')).toEqual(whole.slice(1, 2));
      const refused = await root.send({ url: `/api/v1${path}?limit=none` });
      expect(refused.json()).toMatchObject({ code: 400, field: 'limit' });
    }
  });
});

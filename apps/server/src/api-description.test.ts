import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestConsole, type TestCaller, type TestConsole } from './testing/test-console.ts';

/*
 * What clients of MinIO Console v0.12.2 send and read: names, types and statuses of its API
 * description. Further fields of ours are no harm to them.
 */

let test: TestConsole;
let root: TestCaller;

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
  await test.s3.makeBucket({ bucket: 'described' });
});
afterAll(() => test.close());

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
    ['GET', `${AT}/events`, undefined, 200, list('events', z.looseObject({ arn: z.string() }))],
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
    ['GET', '/bucket-users/described', undefined, 200, texts],
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
    for (const name of ['paged-1', 'paged-2']) await test.s3.makeBucket({ bucket: name });
    for (const path of [
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

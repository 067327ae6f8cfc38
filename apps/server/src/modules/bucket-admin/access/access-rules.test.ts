import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from '../../../testing/test-console.ts';

let test: TestConsole;
let root: TestCaller;
let count = 0;
let bucket: string;
let path: string;

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
});
afterAll(() => test.close());
beforeEach(async () => {
  count += 1;
  bucket = `open-${count}`;
  path = `/api/v1/bucket/${bucket}/access-rules`;
  await test.s3.makeBucket({ bucket });
});

const list = async (caller = root) => (await caller.send({ url: path })).json();
const query = (revision: string) => (revision === '' ? '' : `?revision=${revision}`);
const set = (prefix: string, access: string, revision = '', caller = root) =>
  caller.send({ method: 'PUT', url: path + query(revision), payload: { prefix, access } });
const remove = (prefix: string, revision = '', caller = root) =>
  caller.send({ method: 'DELETE', url: path + query(revision), payload: { prefix } });
const anonymously = async (method: string, key: string) =>
  (
    await fetch(`${test.target.endpoint}/${bucket}/${key}`, {
      method,
      ...(method === 'PUT' && { body: 'x' }),
    })
  ).status;

describe('access rules', () => {
  it('are none at first [API-41]', async () => {
    expect(await list()).toMatchObject({ accessRules: [], total: 0, otherStatements: 0 });
  });

  it('let anonymous users do what they say, and no more [API-42] [API-43]', async () => {
    await test.s3.putObject({ bucket, key: 'out/1', body: Buffer.from('hello'), size: 5 });
    expect(await anonymously('GET', 'out/1')).toBe(403);
    expect((await set('out/', 'readonly')).statusCode).toBe(200);
    expect((await set('in/', 'writeonly')).statusCode).toBe(200);
    const { accessRules, total } = await list();
    expect(total).toBe(2);
    expect(accessRules).toEqual(
      expect.arrayContaining([
        { prefix: 'out/', access: 'readonly', revision: expect.any(String) },
        { prefix: 'in/', access: 'writeonly', revision: expect.any(String) },
      ]),
    );
    expect(await anonymously('GET', 'out/1')).toBe(200);
    expect(await anonymously('PUT', 'out/1')).toBe(403);
    expect(await anonymously('PUT', 'in/1')).toBe(200);
    expect(await anonymously('GET', 'in/1')).toBe(403);
    expect((await remove('out/')).statusCode).toBe(200);
    expect(await anonymously('GET', 'out/1')).toBe(403);
    expect(await anonymously('PUT', 'in/2')).toBe(200);
    expect((await remove('in/')).statusCode).toBe(200);
    expect(await anonymously('PUT', 'in/3')).toBe(403);
    expect(await list()).toMatchObject({ accessRules: [], total: 0, otherStatements: 0 });
  });

  it('are for the whole bucket with *, and mean the same with a * behind the prefix', async () => {
    await set('*', 'readwrite');
    expect((await list()).accessRules).toMatchObject([{ prefix: '*', access: 'readwrite' }]);
    await set('a/*', 'readonly');
    expect((await list()).accessRules).toContainEqual(
      expect.objectContaining({ prefix: 'a/', access: 'readonly' }),
    );
    await remove('*');
    expect((await list()).accessRules).toMatchObject([{ prefix: 'a/' }]);
  });

  it('change their level', async () => {
    await set('a', 'readwrite');
    await set('a', 'readonly');
    expect((await list()).accessRules).toMatchObject([{ prefix: 'a', access: 'readonly' }]);
  });

  it('replace none that somebody else has added for the prefix meanwhile', async () => {
    const { noRule } = await list();
    expect((await set('a', 'readonly', noRule)).statusCode).toBe(200);
    expect((await set('a', 'readwrite', noRule)).json()).toMatchObject({
      errorCode: 'ChangedMeanwhile',
    });
    expect((await set('b', 'readwrite', noRule)).statusCode).toBe(200);
    expect((await list()).accessRules).toContainEqual(
      expect.objectContaining({ prefix: 'a', access: 'readonly' }),
    );
  });

  it('leave the other statements of the policy alone', async () => {
    const Statement = [
      {
        Sid: 'not-from-there',
        Effect: 'Deny',
        Principal: { AWS: ['*'] },
        Action: ['s3:GetObject'],
        Resource: [`arn:aws:s3:::${bucket}/secret/*`],
      },
    ];
    await test.s3.putBucketPolicy({
      bucket,
      policy: JSON.stringify({ Version: '2012-10-17', Statement }),
    });
    await set('*', 'readonly');
    expect(await list()).toMatchObject({ total: 1, otherStatements: 1 });
    await test.s3.putObject({ bucket, key: 'secret/1', body: Buffer.from('x'), size: 1 });
    expect(await anonymously('GET', 'secret/1')).toBe(403);
    await remove('*');
    expect(JSON.parse(await test.s3.getBucketPolicy({ bucket })).Statement).toMatchObject(
      Statement,
    );
  });

  it.each(['ключ/', '"quoted"', 'a b&c', "it's", 'x'.repeat(900)])(
    'take the prefix %j as it is',
    async (prefix) => {
      expect((await set(prefix, 'readonly')).statusCode).toBe(200);
      expect((await list()).accessRules).toMatchObject([{ prefix, access: 'readonly' }]);
      expect((await remove(prefix)).statusCode).toBe(200);
      expect((await list()).total).toBe(0);
    },
  );

  it.each([
    ['prefix', '', 'readonly'],
    ['prefix', '  ', 'readonly'],
    ['prefix', 'a*b', 'readonly'],
    ['prefix', '**', 'readonly'],
    ['prefix', 'a?', 'readonly'],
    ['prefix', `\${aws:username}/`, 'readonly'],
    ['prefix', 'x'.repeat(1025), 'readonly'],
    ['access', 'a', 'none'],
  ])('name the field that is wrong: %s in %j, %j [ACCESS-05]', async (field, prefix, access) => {
    const response = await set(prefix, access);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field });
    expect((await list()).total).toBe(0);
  });

  it('are not changed over somebody else’s change', async () => {
    await set('a', 'readonly');
    const [{ revision }] = (await list()).accessRules;
    expect((await set('a', 'writeonly', revision)).statusCode).toBe(200);
    expect((await set('a', 'readwrite', revision)).json()).toMatchObject({
      errorCode: 'ChangedMeanwhile',
    });
    expect((await remove('a', revision)).statusCode).toBe(409);
    expect((await list()).accessRules).toMatchObject([{ access: 'writeonly' }]);
    await remove('a');
    expect((await set('a', 'readwrite', revision)).statusCode).toBe(409);
    expect((await remove('a', revision)).statusCode).toBe(409);
    expect((await remove('a')).json()).toMatchObject({ errorCode: 'NotFound' });
  });

  it('are all kept when several are set at once', async () => {
    const prefixes = ['a/', 'b/', 'c/', 'd/', 'e/', 'f/'];
    await Promise.all(prefixes.map((prefix) => set(prefix, 'readonly')));
    const found = (await list()).accessRules.map((rule: { prefix: string }) => rule.prefix);
    expect(found.sort()).toEqual(prefixes);
  });

  it('say so when the policy grows too large', async () => {
    const long = 'x'.repeat(1000);
    let last = await set(`${long}0`, 'readonly');
    for (let i = 1; i < 30 && last.statusCode === 200; i += 1)
      last = await set(`${long}${i}`, 'readonly');
    expect(last.statusCode).toBe(400);
    expect(last.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'prefix' });
    expect((await list()).total).toBeGreaterThan(3);
  });

  it('are the storage server’s to give', async () => {
    await set('a', 'readonly');
    const reader = await test.logIn(
      await test.addUser(`rule-reader-${count}`, {
        Version: '2012-10-17',
        Statement: [
          { Effect: 'Allow', Action: ['s3:GetBucketPolicy'], Resource: [`arn:aws:s3:::${bucket}`] },
        ],
      }),
    );
    expect((await list(reader)).total).toBe(1);
    for (const refused of [await set('b', 'readonly', '', reader), await remove('a', '', reader)]) {
      expect(refused.statusCode).toBe(403);
      expect(refused.json()).toMatchObject({ errorCode: 'AccessDenied' });
    }
    expect((await list()).total).toBe(1);
    expect((await test.anonymous.send({ url: path })).statusCode).toBe(401);
  });

  it('stay as they are when the server goes away in the middle', async () => {
    await set('a', 'readonly');
    test.gate.set('closed', ({ method }) => method === 'PUT');
    const response = await set('b', 'readonly');
    test.gate.set('open');
    expect(response.json()).toMatchObject({ errorCode: 'StorageUnreachable' });
    expect((await list()).total).toBe(1);
  });
});

import type { CorsInput, CorsRule } from '@stowage/contract/bucket-admin/cors';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { targetKind } from '../../../../../../tests/targets/target.ts';
import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from '../../../testing/test-console.ts';

const PUBLIC_ORIGIN = 'https://storage.example.test:9000';

let test: TestConsole;
let root: TestCaller;
let count = 0;
let bucket: string;
let path: string;

beforeAll(async () => {
  test = await startTestConsole({ publicOrigin: PUBLIC_ORIGIN });
  root = await test.logIn();
});
afterAll(() => test.close());
beforeEach(async () => {
  count += 1;
  bucket = `pages-${count}`;
  path = `/api/v1/buckets/${bucket}/cors`;
  await test.s3.makeBucket({ bucket });
});

const input = (parts: Partial<CorsInput> = {}): CorsInput => ({
  ...{ id: '', origins: ['https://app.example.test'], methods: ['GET'] },
  ...{ headers: [], exposed: [] },
  ...parts,
});
const add = (parts: Partial<CorsInput> = {}, caller = root) =>
  caller.send({ method: 'POST', url: path, payload: input(parts) });
const list = async (caller = root): Promise<CorsRule[]> =>
  (await caller.send({ url: path })).json().rules;
const at = (position: number, revision = '') =>
  `${path}/${position}${revision && `?revision=${revision}`}`;
const edit = (position: number, parts: Partial<CorsInput>, revision = '', caller = root) =>
  caller.send({ method: 'PUT', url: at(position, revision), payload: input(parts) });
const remove = (position: number, revision = '', caller = root) =>
  caller.send({ method: 'DELETE', url: at(position, revision) });
const ids = async () => (await list()).map(({ id }) => id);

describe.runIf(targetKind() === 'minio')('CORS rules before a server that keeps none', () => {
  it('are said not to be offered, and adding one says so', async () => {
    const response = await root.send({ url: path });
    expect(response.json()).toEqual({ rules: [], offered: false, direct_origin: PUBLIC_ORIGIN });
    const added = await add();
    expect(added.statusCode).toBe(501);
    expect(added.json()).toMatchObject({
      errorCode: 'NotSupported',
      detailedMessage: 'This server does not offer CORS rules.',
    });
  });
});

describe.skipIf(targetKind() === 'minio')('CORS rules', () => {
  it('are none at first', async () => {
    const response = await root.send({ url: path });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ rules: [], offered: true, direct_origin: PUBLIC_ORIGIN });
  });

  it('are added last, with an id of their own, or where they are wanted', async () => {
    const all = input({
      ...{ id: 'a <b> & "c" ü', origins: ['https://*.example.test', 'null'] },
      ...{ methods: ['GET', 'PUT', 'POST', 'DELETE', 'HEAD'], headers: ['x-amz-*', 'Range'] },
      ...{ exposed: ['ETag', "x'y"], max_age: 0 },
    });
    expect((await add(all)).statusCode).toBe(201);
    await add({ id: 'second' });
    await add({ id: 'first', position: 1 });
    await add();
    const rules = await list();
    expect(rules.map(({ position, id }) => [position, id])).toEqual([
      [1, 'first'],
      [2, 'a <b> & "c" ü'],
      [3, 'second'],
      [4, expect.stringMatching(/^[0-9a-f-]{36}$/)],
    ]);
    expect(rules[1]).toMatchObject(all);
    expect(rules[2]).not.toHaveProperty('max_age');
  });

  it('answer browsers in their order', async () => {
    await add({ id: 'reads', origins: ['*'], methods: ['GET'] });
    await add({ id: 'writes', methods: ['GET', 'PUT'], exposed: ['ETag'] });
    const exposed = async () => {
      const headers = { origin: 'https://app.example.test' };
      const answer = await fetch(`${test.target.endpoint}/${bucket}/none`, { headers });
      return answer.headers.get('access-control-expose-headers');
    };
    expect(await exposed()).toBeNull();
    const [, writes] = await list();
    const moved = { ...writes, position: 1 } as CorsInput;
    expect((await edit(2, moved, writes?.revision)).statusCode).toBe(200);
    expect(await ids()).toEqual(['writes', 'reads']);
    expect(await exposed()).toBe('ETag');
  });

  it.each<[string, Partial<Record<keyof CorsInput, unknown>>]>([
    ['origins', { origins: [] }],
    ['origins.0', { origins: ['https://*.*.test'] }],
    ['origins.0', { origins: ['https://bücher.test'] }],
    ['origins.0', { origins: ['https://a.test https://b.test'] }],
    ['origins.0', { origins: ['x'.repeat(2049)] }],
    ['methods', { methods: [] }],
    ['methods.0', { methods: ['PATCH'] }],
    ['headers.0', { headers: ['x y'] }],
    ['headers.0', { headers: ['*-*'] }],
    ['exposed.0', { exposed: ['x-*'] }],
    ['exposed.0', { exposed: ['a\r\nset-cookie: b'] }],
    ['max_age', { max_age: -1 }],
    ['max_age', { max_age: 1.5 }],
    ['id', { id: 'x'.repeat(256) }],
    ['id', { id: 'a\u0000b' }],
    ['position', { position: 0 }],
  ])('name the field that is wrong: %s in %j', async (field, parts) => {
    const response = await add(parts as Partial<CorsInput>);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field });
    expect(await list()).toEqual([]);
  });

  it('keep within the bounds of S3, and stay as they were beyond them', async () => {
    const long = Array.from(
      { length: 40 },
      (_, index) => `https://${'a'.repeat(1500)}${index}.test`,
    );
    expect((await add({ id: 'long', origins: long })).statusCode).toBe(201);
    const tooLong = await add({ id: 'more', origins: long });
    expect(tooLong.statusCode).toBe(400);
    expect(tooLong.json().detailedMessage).toMatch(/64 KiB/);
    await remove(1);
    const rule = { id: 'r', origins: ['*'], methods: ['GET'], headers: [], exposed: [] };
    const rules = Array.from({ length: 100 }, () => ({ ...rule, stored: '' }));
    await test.s3.putBucketCors({ bucket, rules });
    expect((await add()).json().detailedMessage).toMatch(/100 CORS rules/);
    expect(await list()).toHaveLength(100);
  });

  it('are changed and deleted one by one', async () => {
    for (const id of ['a', 'b', 'c']) await add({ id });
    expect((await edit(2, { id: 'b', methods: ['HEAD'], max_age: 60 })).statusCode).toBe(200);
    expect((await list())[1]).toMatchObject({ id: 'b', methods: ['HEAD'], max_age: 60 });
    expect((await remove(1)).statusCode).toBe(204);
    expect(await ids()).toEqual(['b', 'c']);
    expect((await remove(3)).json()).toMatchObject({ errorCode: 'NotFound' });
    expect((await edit(3, {})).statusCode).toBe(404);
    expect((await remove(2)).statusCode).toBe(204);
    expect((await remove(1)).statusCode).toBe(204);
    expect(await list()).toEqual([]);
    await expect(test.s3.getBucketCors({ bucket })).rejects.toMatchObject({
      code: 'NoSuchCORSConfiguration',
    });
  });

  it('are found by what was seen, though others have moved them meanwhile', async () => {
    for (const id of ['a', 'b', 'c']) await add({ id });
    const [, , seen] = await list();
    await remove(1);
    expect((await edit(3, { id: 'c', max_age: 9, position: 3 }, seen?.revision)).statusCode).toBe(
      200,
    );
    expect((await list()).map(({ id, max_age }) => [id, max_age])).toEqual([
      ['b', undefined],
      ['c', 9],
    ]);
  });

  it('are not changed over somebody else’s change', async () => {
    await add({ id: 'a' });
    const [rule] = await list();
    expect((await edit(1, { id: 'a', max_age: 1 }, rule?.revision)).statusCode).toBe(200);
    const late = await edit(1, { id: 'a', max_age: 2 }, rule?.revision);
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ errorCode: 'ChangedMeanwhile' });
    expect((await remove(1, rule?.revision)).statusCode).toBe(409);
    expect((await list())[0]).toMatchObject({ max_age: 1 });
  });

  it('are all kept when several are added at once', async () => {
    const wanted = ['1', '2', '3', '4', '5', '6'];
    const added = await Promise.all(wanted.map((id) => add({ id })));
    expect(added.map(({ statusCode }) => statusCode)).toEqual(wanted.map(() => 201));
    expect((await ids()).toSorted()).toEqual(wanted);
  });

  it('stay whole when the server goes away in the middle', async () => {
    await add({ id: 'a' });
    test.gate.set('closed', ({ method }) => method === 'PUT');
    const response = await add({ id: 'b' });
    test.gate.set('open');
    expect(response.statusCode).toBe(502);
    expect(await ids()).toEqual(['a']);
  });
});

describe.skipIf(targetKind() === 'minio')('who may do what with CORS rules', () => {
  const statement = (Action: string[]) => ({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action, Resource: ['arn:aws:s3:::pages-*'] }],
  });

  it('is decided by the storage server', async () => {
    const reader = await test.logIn(
      await test.addUser('page-reader', statement(['s3:GetBucketCors'])),
    );
    await add({ id: 'a' });
    expect(await list(reader)).toHaveLength(1);
    for (const refused of [
      await add({}, reader),
      await edit(1, {}, '', reader),
      await remove(1, '', reader),
    ]) {
      expect(refused.statusCode).toBe(403);
      expect(refused.json()).toMatchObject({
        errorCode: 'AccessDenied',
        detailedMessage: expect.stringContaining('s3:PutBucketCors'),
      });
    }
    const blind = await test.logIn(await test.addUser('page-blind', statement(['s3:GetObject'])));
    expect((await blind.send({ url: path })).statusCode).toBe(403);
    expect((await test.anonymous.send({ url: path })).statusCode).toBe(401);
  });

  it('says so when there is no such bucket', async () => {
    path = '/api/v1/buckets/no-such-bucket/cors';
    expect((await root.send({ url: path })).json()).toMatchObject({ errorCode: 'BucketNotFound' });
    expect((await add()).json()).toMatchObject({ errorCode: 'BucketNotFound' });
  });
});

describe.skipIf(targetKind() === 'minio')('CORS rules in the document of settings', () => {
  it('go to another bucket in their order, and away where there are none', async () => {
    await add({ id: 'b', max_age: 5 });
    await add({ id: 'a', origins: ['*'] });
    const document = (await root.send({ url: `/api/v1/buckets/${bucket}/settings` })).json();
    const from = path;
    expect(document.settings.cors).toHaveLength(2);

    const apply = async (to: string, settings: object) => {
      const url = `/api/v1/buckets/${to}/settings`;
      const payload = { ...document, settings };
      const seen = await root.send({ method: 'POST', url: `${url}/preview`, payload });
      const { changes, revision } = seen.json();
      const sections = changes.map(({ section }: { section: string }) => section);
      if (sections.length === 0) return sections;
      const body = { document: payload, sections, revision };
      const applied = await root.send({ method: 'PUT', url, payload: body });
      expect(applied.json()).toEqual({ results: [{ section: 'cors' }] });
      return sections;
    };
    await test.s3.makeBucket({ bucket: `${bucket}-copy` });
    path = `/api/v1/buckets/${bucket}-copy/cors`;
    expect(await apply(`${bucket}-copy`, { cors: document.settings.cors })).toEqual(['cors']);
    expect(await ids()).toEqual(['b', 'a']);
    expect(await apply(`${bucket}-copy`, { cors: document.settings.cors })).toEqual([]);
    expect(await apply(`${bucket}-copy`, { cors: [] })).toEqual(['cors']);
    expect(await list()).toEqual([]);
    path = from;
    expect(await ids()).toEqual(['b', 'a']);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from '../../../testing/test-console.ts';

let test: TestConsole;
let root: TestCaller;

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
});
afterAll(() => test.close());

const document = (...Action: string[]) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action, Resource: ['arn:aws:s3:::*'] }],
});
const textOf = (...actions: string[]) => JSON.stringify(document(...actions));

const save = (name: string, policy: string, revision?: string, caller = root) =>
  caller.send({
    method: 'POST',
    url: `/api/v1/policies${revision === undefined ? '' : `?revision=${revision}`}`,
    payload: { name, policy },
  });
const read = (name: string, caller = root) =>
  caller.send({ url: `/api/v1/policy?name=${encodeURIComponent(name)}` });
const remove = (name: string, revision?: string, caller = root) =>
  caller.send({
    method: 'DELETE',
    url: `/api/v1/policy?name=${encodeURIComponent(name)}${revision ? `&revision=${revision}` : ''}`,
  });
const holders = async (name: string, kind: 'users' | 'groups') =>
  (
    await root.send({ url: `/api/v1/policies/${encodeURIComponent(name)}/${kind}?limit=100` })
  ).json();
const change = (name: string, payload: object, caller = root) =>
  caller.send({
    method: 'PUT',
    url: `/api/v1/policies/${encodeURIComponent(name)}/holders`,
    payload,
  });

describe('the list of policies', () => {
  it('has those that are built in, in order, with their statements [API-56] [APIB-15]', async () => {
    const { policies, total } = (await root.send({ url: '/api/v1/policies?limit=1000' })).json();
    expect(total).toBe(policies.length);
    const names = policies.map(({ name }: { name: string }) => name);
    expect(names).toEqual([...names].sort());
    expect(policies).toContainEqual({ name: 'consoleAdmin', statements: 3, builtIn: true });
  });

  it('gives a page of it, and all without a limit [POLICY-09]', async () => {
    const { policies, total } = (
      await root.send({ url: '/api/v1/policies?limit=2&offset=1' })
    ).json();
    const all = (await root.send({ url: '/api/v1/policies' })).json();
    expect(policies).toEqual(all.policies.slice(1, 3));
    expect(total).toBe(all.total);
  });

  it('is refused without the right, by its name', async () => {
    const keys = await test.addUser('policies-none', document('s3:GetObject'));
    const response = await (await test.logIn(keys)).send({ url: '/api/v1/policies' });
    expect(response.statusCode).toBe(403);
    expect(response.json().detailedMessage).toContain('admin:ListUserPolicies');
  });
});

describe('a policy', () => {
  it('is created, read, changed and deleted [API-57] [API-58] [API-59] [POLICY-14]', async () => {
    const created = await save('made', textOf('s3:GetObject', 's3:PutObject'), 'none');
    expect(created.statusCode).toBe(201);
    const first = (await read('made')).json();
    expect(first).toMatchObject({ name: 'made', builtIn: false, revision: expect.any(String) });
    expect(JSON.parse(first.policy).Statement).toEqual([
      {
        Effect: 'Allow',
        Action: expect.arrayContaining(['s3:GetObject', 's3:PutObject']),
        Resource: ['arn:aws:s3:::*'],
      },
    ]);
    expect(Date.parse(first.updatedAt)).toBeGreaterThan(0);
    expect((await save('made', textOf('s3:GetObject'), first.revision)).statusCode).toBe(201);
    const second = (await read('made')).json();
    expect(second.revision).not.toBe(first.revision);
    expect((await remove('made', second.revision)).statusCode).toBe(204);
    expect((await read('made')).json()).toMatchObject({ errorCode: 'NotFound', field: 'name' });
  });

  it('keeps its revision while nobody changes it, whatever the order of its lists', async () => {
    await save('ordered', textOf('s3:PutObject', 's3:GetObject', 's3:DeleteObject'));
    const before = (await read('ordered')).json().revision;
    await save('ordered', textOf('s3:GetObject', 's3:DeleteObject', 's3:PutObject'));
    expect((await read('ordered')).json().revision).toBe(before);
  });

  it('replaces none by mistake, and none that somebody else has changed', async () => {
    await save('shared', textOf('s3:GetObject'));
    const { revision } = (await read('shared')).json();
    expect((await save('shared', textOf('s3:*'), 'none')).json()).toMatchObject({
      errorCode: 'PolicyExists',
      field: 'name',
    });
    await save('shared', textOf('s3:PutObject'));
    for (const late of [
      await save('shared', textOf('s3:*'), revision),
      await remove('shared', revision),
    ]) {
      expect(late.json()).toMatchObject({ errorCode: 'ChangedMeanwhile' });
    }
    expect((await read('shared')).json().policy).toContain('s3:PutObject');
    await remove('shared');
    expect((await save('shared', textOf('s3:*'), revision)).json()).toMatchObject({
      errorCode: 'ChangedMeanwhile',
    });
    expect((await remove('shared', revision)).json()).toMatchObject({ errorCode: 'NotFound' });
  });

  it.each([
    ['', textOf('s3:*'), 'name'],
    ['  ', textOf('s3:*'), 'name'],
    ['a,b', textOf('s3:*'), 'name'],
    [' spaced', textOf('s3:*'), 'name'],
    ['n'.repeat(257), textOf('s3:*'), 'name'],
    ['line\nbreak', textOf('s3:*'), 'name'],
    ['good', ' \n', 'policy'],
    ['good', '{', 'policy'],
    ['good', '[]', 'policy'],
    ['good', 'null', 'policy'],
    ['good', textOf('s3:FlyToMoon'), 'policy'],
    ['good', JSON.stringify({ Version: '2012-10-17', Statement: [] }), 'policy'],
    ['good', `{"Version":"${'x'.repeat(21_000)}"}`, 'policy'],
  ])('is refused as %j, by its field [POLICY-12] [POLICY-13]', async (name, policy, field) => {
    const response = await save(name, policy);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field });
    expect((await read('good')).json()).toMatchObject({ errorCode: 'NotFound' });
  });

  it.each(['a/b', 'ünï \u202egnp', '…/..', '%2F', '😀'])('may be called %j', async (name) => {
    expect((await save(name, textOf('s3:GetObject'), 'none')).statusCode).toBe(201);
    expect((await read(name)).json()).toMatchObject({ name });
    expect(await holders(name, 'users')).toEqual([]);
    expect((await remove(name)).statusCode).toBe(204);
  });

  it.each(['a,b', 'readonly,readwrite'])(
    'is not found as %j, which no policy is called',
    async (name) => {
      expect((await read(name)).json()).toMatchObject({ errorCode: 'NotFound', field: 'name' });
    },
  );

  it('stays when it is built in', async () => {
    expect((await remove('readonly')).json()).toMatchObject({
      errorCode: 'InvalidInput',
      detailedMessage: 'A built-in policy cannot be deleted.',
    });
  });
});

describe('who has a policy', () => {
  it('is listed, changed for many, and named when it cannot be deleted [API-60] [API-61] [API-59]', async () => {
    await save('held', textOf('s3:GetObject'));
    for (const accessKey of ['holder-1', 'holder-2']) {
      await test.admin.addUser({ accessKey, secretKey: 'a-long-secret' });
    }
    const attach = { users: ['holder-1', 'holder-2', 'nobody-here'] };
    const { results } = (await change('held', { attach })).json();
    expect(results).toEqual([
      { kind: 'user', name: 'holder-1' },
      { kind: 'user', name: 'holder-2' },
      { kind: 'user', name: 'nobody-here', error: expect.any(String) },
    ]);
    expect(await holders('held', 'users')).toEqual(['holder-1', 'holder-2']);
    expect(await holders('held', 'groups')).toEqual([]);
    expect((await remove('held')).json()).toMatchObject({
      errorCode: 'PolicyInUse',
      detailedMessage: 'Users: holder-1, holder-2.',
    });
    // Requesting the current state is not an error.
    const again = await change('held', {
      attach: { users: ['holder-1'] },
      detach: { users: ['holder-2'] },
    });
    expect(again.json().results).toEqual([
      { kind: 'user', name: 'holder-1' },
      { kind: 'user', name: 'holder-2' },
    ]);
    expect(await holders('held', 'users')).toEqual(['holder-1']);
    await change('held', { detach: { users: ['holder-1', 'holder-2'] } });
    expect((await remove('held')).statusCode).toBe(204);
  });

  it('is nobody for a policy that is new, and not found for one that is not there', async () => {
    await save('new-and-held-by-none', textOf('s3:GetObject'));
    for (const kind of ['users', 'groups'] as const) {
      expect(await holders('new-and-held-by-none', kind)).toEqual([]);
      const response = await root.send({ url: `/api/v1/policies/not-there/${kind}` });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ errorCode: 'NotFound', field: 'name' });
    }
  });

  it('cannot be changed for a policy that is not there, or without the right', async () => {
    await test.admin.addUser({ accessKey: 'holder-3', secretKey: 'a-long-secret' });
    const attach = { users: ['holder-3'] };
    expect((await change('not-there', { attach })).json()).toMatchObject({ errorCode: 'NotFound' });
    const keys = await test.addUser('policies-reader', document('s3:GetObject'));
    const refused = await change('readonly', { attach }, await test.logIn(keys));
    expect(refused.statusCode).toBe(403);
  });
});

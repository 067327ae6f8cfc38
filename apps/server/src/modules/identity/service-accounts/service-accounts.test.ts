import { createAdminClient } from '@stowage/storage-client/admin';
import { createS3Client } from '@stowage/storage-client/s3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from '../../../testing/test-console.ts';

let test: TestConsole;
let root: TestCaller;
let member: TestCaller;
let count = 0;
let user: string;

const OWN = '/api/v1/service-accounts';
const OWN_WITH_KEYS = '/api/v1/service-account-credentials';
const EVERYTHING = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
};
const READ = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::*'] }],
};

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
  await test.s3.makeBucket({ bucket: 'service-accounts' });
});
afterAll(() => test.close());

async function freshMember(): Promise<void> {
  count += 1;
  user = `keeper-${count}`;
  member = await test.logIn(await test.addUser(user, EVERYTHING));
}

const send = async (
  caller: TestCaller,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) => {
  const response = await caller.send({ method, url, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.body === '' ? '' : response.json() };
};
const create = async (caller = member, body: object = {}, path = OWN) =>
  (await send(caller, 'POST', path, body)).body;
const one = (accessKey: string) => `${OWN}/${encodeURIComponent(accessKey)}`;
const details = async (accessKey: string, caller = root) =>
  (await send(caller, 'GET', one(accessKey))).body;
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

async function writes(credentials: { accessKey: string; secretKey: string }): Promise<boolean> {
  const { endpoint, region } = test.target;
  const s3 = createS3Client({ endpoint, region, credentials });
  const put = { bucket: 'service-accounts', key: 'written', body: Buffer.from('x'), size: 1 };
  return s3.putObject(put).then(
    () => true,
    () => false,
  );
}

describe("one's own service accounts", () => {
  beforeEach(freshMember);

  it('are listed by their access keys [APIB-01]', async () => {
    expect((await send(member, 'GET', OWN)).body).toEqual([]);
    const made = [await create(), await create()].map(({ accessKey }) => accessKey).sort();
    expect((await send(member, 'GET', OWN)).body).toEqual(made);
    expect((await send(member, 'GET', `${OWN}?offset=1&limit=1`)).body).toEqual([made[1]]);
  });

  it('are made with a policy or without, and answer with their keys [APIB-02]', async () => {
    const free = await send(member, 'POST', OWN, { policy: '' });
    expect(free.status).toBe(201);
    expect(free.body).toEqual({ accessKey: expect.any(String), secretKey: expect.any(String) });
    expect(await writes(free.body)).toBe(true);
    const bound = await create(member, { policy: JSON.stringify(READ) });
    expect(await writes(bound)).toBe(false);
    expect(await details(bound.accessKey)).toMatchObject({ ownPolicy: true, parent: user });
  });

  it('are made with keys of one’s choice, once [APIB-03]', async () => {
    const keys = { accessKey: `mine-${count}`, secretKey: 'a-secret-of-my-own' };
    const made = await send(member, 'POST', OWN_WITH_KEYS, { policy: '', ...keys });
    expect(made).toEqual({ status: 201, body: keys });
    expect(await writes(keys)).toBe(true);
    const again = await send(member, 'POST', OWN_WITH_KEYS, keys);
    expect(again.body).toMatchObject({ errorCode: 'InvalidInput', field: 'accessKey' });
    expect(again.body.detailedMessage).toBe('This access key is taken.');
    expect(JSON.stringify(again.body)).not.toContain(keys.secretKey);
  });

  it('are deleted [APIB-04]', async () => {
    const { accessKey } = await create();
    expect(await send(member, 'DELETE', one(accessKey))).toEqual({ status: 204, body: '' });
    expect((await send(member, 'GET', OWN)).body).toEqual([]);
    const again = await send(member, 'DELETE', one(accessKey));
    expect(again).toMatchObject({ status: 404, body: { errorCode: 'NotFound' } });
  });

  it('are told with name, description, expiry and status', async () => {
    const expiration = later(60);
    const asked = { name: 'Backup', description: 'nightly \u202e run', expiration };
    const { accessKey } = await create(member, asked);
    const list = await send(member, 'GET', '/api/v1/service-account-details');
    expect(list.body.serviceAccounts).toEqual([
      {
        accessKey,
        name: 'Backup',
        description: 'nightly \u202e run',
        enabled: true,
        expiration: `${expiration.slice(0, 19)}.000Z`,
        createdAt: expect.any(String),
        ownPolicy: false,
      },
    ]);
    expect(await details(accessKey, member)).toMatchObject({ parent: user, name: 'Backup' });
  });

  it('keep their secret out of every other answer and out of the log', async () => {
    const { accessKey, secretKey } = await create();
    const answers = [
      await send(member, 'GET', OWN),
      await send(member, 'GET', '/api/v1/service-account-details'),
      await send(root, 'GET', one(accessKey)),
      await send(root, 'PUT', one(accessKey), { name: 'renamed' }),
      await send(member, 'POST', OWN_WITH_KEYS, { accessKey, secretKey }),
    ];
    expect(JSON.stringify(answers)).not.toContain(secretKey);
    expect(test.log.join('')).not.toContain(secretKey);
  });
});

describe('what is wrong with a new service account', () => {
  it.each([
    ['policy', { policy: 'not JSON' }],
    ['policy', { policy: '[]' }],
    ['policy', { policy: '{"Version":"2012-10-17","Statement":[{"Effect":"Perhaps"}]}' }],
    ['policy', { policy: JSON.stringify({ Version: 'x'.repeat(5000) }) }],
    ['policy', { policy: `{"Statement":${'['.repeat(9000)}${']'.repeat(9000)}}` }],
    ['name', { name: '1st' }],
    ['name', { name: 'n'.repeat(33) }],
    ['description', { description: 'd'.repeat(257) }],
    ['expiration', { expiration: 'tomorrow' }],
    ['expiration', { expiration: later(-5) }],
    ['expiration', { expiration: later(10) }],
    ['expiration', { expiration: later(366 * 24 * 60) }],
    ['accessKey', { accessKey: 'ab', secretKey: 'long-enough' }],
    ['accessKey', { accessKey: 'a=b,c', secretKey: 'long-enough' }],
    ['accessKey', { accessKey: ' abc', secretKey: 'long-enough' }],
    ['accessKey', { accessKey: 'k'.repeat(21), secretKey: 'long-enough' }],
    ['secretKey', { accessKey: 'some-key', secretKey: 'short' }],
    ['secretKey', { accessKey: 'some-key', secretKey: 's'.repeat(41) }],
    ['secretKey', { accessKey: 'some-key' }],
  ])('names the field %s: %.80j', async (field, body) => {
    const before = (await send(root, 'GET', OWN)).body;
    const keys = 'accessKey' in body || 'secretKey' in body;
    const refused = await send(root, 'POST', keys ? OWN_WITH_KEYS : OWN, body);
    expect(refused).toMatchObject({ status: 400, body: { errorCode: 'InvalidInput', field } });
    expect((await send(root, 'GET', OWN)).body).toEqual(before);
  });
});

describe('the service accounts of a user', () => {
  beforeEach(freshMember);

  const path = () => `/api/v1/user/${user}/service-accounts`;

  it('are listed and made by who may [APIB-05] [APIB-06]', async () => {
    const made = await send(root, 'POST', path(), { policy: JSON.stringify(READ) });
    expect(made.status).toBe(201);
    expect(await writes(made.body)).toBe(false);
    expect((await send(root, 'GET', path())).body).toEqual([made.body.accessKey]);
    expect(await details(made.body.accessKey)).toMatchObject({ parent: user });
  });

  it('are made with keys of one’s choice [APIB-07]', async () => {
    const keys = { accessKey: `theirs-${count}`, secretKey: 'a-secret-of-theirs' };
    const url = `/api/v1/user/${user}/service-account-credentials`;
    expect(await send(root, 'POST', url, { policy: '', ...keys })).toEqual({
      status: 201,
      body: keys,
    });
    const list = await send(root, 'GET', `/api/v1/service-account-details?user=${user}`);
    expect(list.body.serviceAccounts).toMatchObject([{ accessKey: keys.accessKey }]);
  });

  it('are nobody else’s', async () => {
    const { accessKey } = await create();
    const other = await test.logIn(await test.addUser(`other-${count}`, EVERYTHING));
    for (const answer of [
      await send(other, 'GET', path()),
      await send(other, 'POST', path(), {}),
      await send(other, 'GET', `/api/v1/service-account-details?user=${user}`),
      await send(other, 'GET', one(accessKey)),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { errorCode: 'AccessDenied' } });
    }
    expect((await send(other, 'DELETE', one(accessKey))).status).toBe(404);
    expect((await send(member, 'GET', OWN)).body).toEqual([accessKey]);
    expect((await test.anonymous.send({ url: path() })).statusCode).toBe(401);
  });

  it('need a user that is there', async () => {
    const url = '/api/v1/user/nobody-at-all/service-accounts';
    expect((await send(root, 'POST', url, {})).body).toMatchObject({ errorCode: 'NotFound' });
    for (const list of [url, '/api/v1/service-account-details?user=nobody-at-all']) {
      expect(await send(root, 'GET', list)).toMatchObject({
        status: 404,
        body: { errorCode: 'NotFound', field: 'user' },
      });
    }
  });

  it('are an empty list for root and for users who have none', async () => {
    for (const name of [user, test.target.accessKey]) {
      const url = `/api/v1/user/${encodeURIComponent(name)}/service-accounts`;
      expect(await send(root, 'GET', url)).toEqual({ status: 200, body: [] });
    }
  });

  it('are an empty list also for who may not see whether the user is there', async () => {
    const policy = {
      ...READ,
      Statement: [{ Effect: 'Allow', Action: ['admin:ListServiceAccounts'] }],
    };
    const lister = await test.logIn(await test.addUser(`lister-${count}`, policy));
    expect(await send(lister, 'GET', path())).toEqual({ status: 200, body: [] });
  });
});

describe('the age and use of a service account', () => {
  beforeEach(freshMember);

  it('are told, and are nothing that a change could have missed', async () => {
    const made = await create();
    const { revision, createdAt, lastUsed } = await details(made.accessKey);
    expect(Math.abs(Date.now() - Date.parse(createdAt))).toBeLessThan(600_000);
    expect(lastUsed).toBeUndefined();
    expect(await writes(made)).toBe(true);
    const url = `/api/v1/service-account-details?user=${user}`;
    const used = async () => (await send(root, 'GET', url)).body.serviceAccounts[0];
    await expect.poll(async () => (await used()).lastUsed).toBeDefined();
    expect(await used()).toMatchObject({ createdAt });
    expect((await details(made.accessKey)).revision).toBe(revision);
  });
});

describe('a change of a service account', () => {
  beforeEach(freshMember);

  it('sets policy, name, description, expiry and status, and takes policy and expiry back', async () => {
    const made = await create();
    const expiration = later(90);
    const changed = await send(root, 'PUT', one(made.accessKey), {
      policy: JSON.stringify(READ),
      name: 'Reader',
      description: 'for reports',
      expiration,
      enabled: false,
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'Reader', description: 'for reports', enabled: false, ownPolicy: true },
    });
    expect(Math.abs(Date.parse(changed.body.expiration) - Date.parse(expiration))).toBeLessThan(
      1000,
    );
    await send(root, 'PUT', one(made.accessKey), { enabled: true, expiration: '', policy: '' });
    const now = await details(made.accessKey);
    expect(now).toMatchObject({ enabled: true, ownPolicy: false, name: 'Reader' });
    expect(now).not.toHaveProperty('expiration');
    expect(await writes(made)).toBe(true);
  });

  it('of something else leaves the policy as it is', async () => {
    const made = await create(member, { policy: JSON.stringify(READ) });
    await send(root, 'PUT', one(made.accessKey), { name: 'Renamed' });
    expect(await details(made.accessKey)).toMatchObject({ name: 'Renamed', ownPolicy: true });
    expect(await writes(made)).toBe(false);
  });

  it('is not made over somebody else’s', async () => {
    const { accessKey } = await create();
    const { revision } = await details(accessKey);
    const first = await send(root, 'PUT', `${one(accessKey)}?revision=${revision}`, { name: 'A' });
    expect(first.status).toBe(200);
    const second = await send(root, 'PUT', `${one(accessKey)}?revision=${revision}`, { name: 'B' });
    expect(second.body).toMatchObject({ errorCode: 'ChangedMeanwhile' });
    expect(await details(accessKey)).toMatchObject({ name: 'A' });
  });

  it('is for those whom the server lets, who are not the owners', async () => {
    const { accessKey } = await create();
    const refused = await send(member, 'PUT', one(accessKey), { name: 'Mine' });
    expect(refused).toMatchObject({ status: 403, body: { errorCode: 'AccessDenied' } });
  });

  it('is all or nothing when the server goes away', async () => {
    const { accessKey } = await create(member, { name: 'Before' });
    test.gate.set('closed', ({ url }) => url?.includes('update-service-account') ?? false);
    const lost = await send(root, 'PUT', one(accessKey), { name: 'After' });
    test.gate.set('open');
    expect(lost.body).toMatchObject({ errorCode: 'StorageUnreachable' });
    expect(await details(accessKey)).toMatchObject({ name: 'Before' });
  });
});

describe('a key that a bound key made', () => {
  beforeEach(freshMember);

  it('stays within the bounds of its maker when it is renamed', async () => {
    const makesKeys = { Effect: 'Allow', Action: ['admin:CreateServiceAccount'] };
    const narrow = JSON.stringify({ ...READ, Statement: [...READ.Statement, makesKeys] });
    const maker = await create(member, { policy: narrow });
    const { endpoint, region } = test.target;
    const admin = createAdminClient({ endpoint, region, credentials: maker });
    const made = await admin.addServiceAccount({ policy: JSON.stringify(EVERYTHING) });
    expect(await details(made.accessKey)).toMatchObject({ inheritedPolicies: 1 });
    await send(root, 'PUT', one(made.accessKey), { name: 'Renamed' });
    expect(await writes(made)).toBe(false);
  });
});

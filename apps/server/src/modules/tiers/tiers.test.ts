import { createS3Client } from '@stowage/storage-client/s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTier } from '../../../../../packages/storage-embedded/src/admin/tier-fields.ts';
import { startAzure } from '../../../../../packages/storage-embedded/src/tiers/testing/clouds.ts';
import { type StorageTarget, startTarget } from '../../../../../tests/targets/target.ts';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';

let test: TestConsole;
let cold: StorageTarget;
let root: TestCaller;
let count = 0;

beforeAll(async () => {
  [test, cold] = await Promise.all([startTestConsole(), startTarget()]);
  root = await test.logIn();
}, 120_000);
afterAll(async () => {
  await test.close();
  await cold.close();
});

const path = '/api/v1/admin/tiers';
const list = async (caller = root) => (await caller.send({ url: path })).json().items as object[];
const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  root.send({ method, url: path + url, ...(payload && { payload }) });

/** A tier in a new bucket of the other server. */
async function newTier(change: object = {}) {
  count += 1;
  const bucket = `cold-${count}`;
  const s3 = createS3Client({
    endpoint: cold.endpoint,
    region: 'us-east-1',
    credentials: { accessKey: cold.accessKey, secretKey: cold.secretKey },
  });
  await s3.makeBucket({ bucket });
  return {
    name: `COLD-${count}`,
    endpoint: cold.endpoint,
    bucket,
    prefix: 'here',
    region: 'us-east-1',
    accesskey: cold.accessKey,
    secretkey: cold.secretKey,
    ...change,
  };
}

async function added() {
  const block = await newTier();
  const answer = await send('POST', '', { type: 's3', s3: block });
  expect(answer.statusCode, answer.body).toBe(201);
  return block;
}

const of = ({ name }: { readonly name: string }) =>
  list().then((items) => items.find((item) => JSON.stringify(item).includes(`"${name}"`)));

describe('tiers', () => {
  it('are none where none are configured [API-40]', async () => {
    const response = await root.send({ url: path });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ items: [] });
  });

  it('are added with a block named by their type, and listed without secrets [APIB-26] [APIB-27]', async () => {
    const block = await added();
    const { secretkey, ...shown } = block;
    expect(await of(block)).toMatchObject({ type: 's3', s3: shown });
    expect(JSON.stringify(await list())).not.toContain(secretkey);
  });

  it.each<[string, object, object]>([
    ['a bucket that is not there', { bucket: 'missing' }, { field: 'bucket' }],
    ['wrong credentials', { secretkey: 'wrong-secret' }, { errorCode: 'RemoteRefused' }],
    [
      'an endpoint that is no URL of a server',
      { endpoint: 'ftp://x y' },
      { errorCode: 'InvalidInput', field: 'endpoint' },
    ],
    ['a name in lower case', { name: 'cold' }, { errorCode: 'InvalidInput', field: 's3.name' }],
    ['no prefix', { prefix: '' }, { errorCode: 'InvalidInput', field: 's3.prefix' }],
  ])('are refused with %s', async (_, change, refusal) => {
    const before = await list();
    const answer = await send('POST', '', { type: 's3', s3: await newTier(change) });
    expect(answer.json()).toMatchObject(refusal);
    expect(await list()).toEqual(before);
  });

  it('are not added twice, nor where something is stored already', async () => {
    const { name } = await added();
    const twice = await send('POST', '', { type: 's3', s3: await newTier({ name }) });
    expect(twice.json()).toMatchObject({ errorCode: 'TierExists', field: 'name' });
  });

  it('get other credentials, which are tried first [APIB-28]', async () => {
    const block = await added();
    const set = (access_key: string, secret_key: string) =>
      send('PUT', `/s3/${block.name}/credentials`, { access_key, secret_key });
    expect((await set(block.accesskey, 'wrong-secret')).json()).toMatchObject({
      errorCode: 'RemoteRefused',
    });
    expect((await send('POST', `/s3/${block.name}/check`)).statusCode).toBe(204);
    expect((await set(block.accesskey, block.secretkey)).statusCode).toBe(200);
    const creds = await send('PUT', `/s3/${block.name}/credentials`, { creds: '{}' });
    expect(creds.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'access_key' });
    const missing = { access_key: 'a', secret_key: 'b' };
    expect((await send('PUT', '/s3/MISSING/credentials', missing)).statusCode).toBe(404);
  });

  it('of azure keep their account, where their contents are: only its key changes', async () => {
    const cloud = await startAzure();
    try {
      const { accessKey, secretKey, ...tier } = readTier({ ...cloud.tier() });
      const { endpoint, bucket, prefix } = tier;
      const place = { name: 'BLUE', endpoint, bucket, prefix, region: 'westeurope' };
      const azure = { ...place, accountname: accessKey, accountkey: secretKey };
      expect((await send('POST', '', { type: 'azure', azure })).statusCode).toBe(201);
      const set = (access_key: string) =>
        send('PUT', '/azure/BLUE/credentials', { access_key, secret_key: secretKey });
      const refused = (await set('otheraccount')).json();
      expect(refused).toMatchObject({ errorCode: 'InvalidInput', field: 'access_key' });
      expect(refused.detailedMessage).toContain(accessKey);
      expect((await set(accessKey)).statusCode).toBe(200);
      expect((await send('DELETE', '/azure/BLUE')).statusCode).toBe(204);
    } finally {
      await cloud.remove();
    }
  });

  it('stay while a lifecycle rule uses them, and say which bucket has it', async () => {
    const block = await added();
    await test.s3.makeBucket({ bucket: 'ageing' });
    const rule = { prefix: 'old/', transition_days: 1, storage_class: block.name };
    const url = '/api/v1/buckets/ageing/lifecycle';
    expect((await root.send({ method: 'POST', url, payload: rule })).statusCode).toBe(201);
    const kept = await send('DELETE', `/s3/${block.name}`);
    expect(kept.json()).toMatchObject({ code: 409, errorCode: 'TierInUse' });
    expect(kept.json().detailedMessage).toContain('ageing');
    const [{ id, revision }] = (await root.send({ url })).json().lifecycle;
    await root.send({ method: 'DELETE', url: `${url}/${id}?revision=${revision}` });
    expect((await send('DELETE', `/s3/${block.name}`)).statusCode).toBe(204);
    expect(await of(block)).toBeUndefined();
    expect((await send('DELETE', `/s3/${block.name}`)).statusCode).toBe(404);
  });

  it.each([
    ['gcs', { creds: '{"type":"service_account"}' }, 'creds', 'client_email is missing'],
    ['azure', { accountname: 'a', accountkey: 'k' }, 'accountname', 'a name of 3 to 24'],
    ['azure', { accountname: 'abc', accountkey: '?' }, 'accountkey', 'Base64'],
  ])('of %s are not saved with %j, which cannot be used', async (type, own, field, reason) => {
    const { accesskey: _, secretkey: __, ...block } = await newTier();
    const answer = await send('POST', '', { type, [type]: { ...block, ...own } });
    expect(answer.json()).toMatchObject({ code: 400, errorCode: 'InvalidInput', field });
    expect(answer.json().detailedMessage).toContain(reason);
    expect(await of(block)).toBeUndefined();
  });

  it('are for those who may see and change them', async () => {
    const keys = await test.addUser('tier-reader', {
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] },
        { Effect: 'Allow', Action: ['admin:ListTier'] },
      ],
    });
    const reader = await test.logIn(keys);
    expect((await reader.send({ url: path })).statusCode).toBe(200);
    const payload = { type: 's3', s3: await newTier() };
    const refused = await reader.send({ method: 'POST', url: path, payload });
    expect(refused.json()).toMatchObject({ errorCode: 'AccessDenied' });
  });
});

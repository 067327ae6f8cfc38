import type { StoredObject } from '@stowage/contract/objects';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { md5Base64, send } from '../../../../../tests/conformance/support/raw-request.ts';
import { startTestConsole, type TestCaller, type TestConsole } from '../../testing/test-console.ts';

const BUCKET = 'facts';
const KEY = 'reports/a b+ü.txt';
const UNTIL = '2099-01-02T03:04:05.000Z';

let test: TestConsole;
let root: TestCaller;

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
  await test.s3.makeBucket({ bucket: BUCKET, objectLock: true });
  await put(KEY, 'old', { 'x-amz-tagging': 'team=one' });
  await put(KEY, 'new', {
    'content-type': 'text/x-facts',
    'x-amz-tagging': 'team=two%2Bmore&env=',
    'x-amz-meta-origin': 'here',
    'x-amz-object-lock-legal-hold': 'ON',
    'x-amz-object-lock-mode': 'GOVERNANCE',
    'x-amz-object-lock-retain-until-date': UNTIL,
  });
  await put(`${KEY}.bak`, 'beside', { 'x-amz-tagging': 'a=b' });
});
afterAll(() => test.close());

async function put(key: string, body: string, more: Readonly<Record<string, string>> = {}) {
  const headers = { 'content-md5': md5Base64(body), ...more };
  const answer = await send(test.target, { method: 'PUT', bucket: BUCKET, key, body, headers });
  expect(String(answer.body)).toBe('');
}

const wire = (text: string) => encodeURIComponent(Buffer.from(text).toString('base64'));

async function list(prefix: string, query: string, caller = root): Promise<StoredObject[]> {
  const url = `/api/v1/buckets/${BUCKET}/objects?prefix=${wire(prefix)}&${query}`;
  const response = await caller.send({ url });
  expect(response.statusCode).toBe(200);
  return response.json().objects;
}

describe('the versions of one object', () => {
  it('come with all that is known of them [OBJ-08]', async () => {
    const [newest, old, beside] = await list(KEY, 'with_versions=true&with_metadata=true');
    expect(newest).toEqual({
      name: KEY,
      size: 3,
      last_modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      etag: expect.any(String),
      content_type: 'text/x-facts',
      version_id: expect.stringMatching(/./),
      is_latest: true,
      is_delete_marker: false,
      delete_flag: false,
      legal_hold_status: 'ON',
      retention_mode: 'governance',
      retention_until_date: expect.toSatisfy((date) => Date.parse(date) === Date.parse(UNTIL)),
      tags: { team: 'two+more', env: '' },
      user_metadata: { 'content-type': 'text/x-facts', origin: 'here' },
    });
    expect(old).toMatchObject({ is_latest: false, tags: { team: 'one' } });
    expect(old).not.toHaveProperty('retention_mode');
    expect(beside).toMatchObject({ name: `${KEY}.bak` });
    expect(beside).not.toHaveProperty('legal_hold_status');
  });

  it('say that the object is deleted now [OBJ-08]', async () => {
    await test.s3.deleteObject({ bucket: BUCKET, key: `${KEY}.bak` });
    expect(await list(`${KEY}.bak`, 'with_versions=true')).toMatchObject([
      { is_latest: true, is_delete_marker: true, delete_flag: true },
      { is_latest: false, is_delete_marker: false, delete_flag: false, tags: { a: 'b' } },
    ]);
  });

  it('come without what the caller is not allowed to read', async () => {
    const keys = await test.addUser('only-lister', {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:ListBucket*'], Resource: ['arn:aws:s3:::*'] }],
    });
    const [newest] = await list(KEY, 'with_versions=true', await test.logIn(keys));
    expect(newest).toMatchObject({ name: KEY, is_latest: true });
    expect(newest).not.toHaveProperty('retention_mode');
  });
});

describe('the versions in a folder', () => {
  it('are asked nothing: that would be a call for each', async () => {
    const versions = await list('reports/', 'with_versions=true');
    expect(versions.length).toBeGreaterThan(2);
    for (const version of versions) expect(version).not.toHaveProperty('retention_mode');
  });
});

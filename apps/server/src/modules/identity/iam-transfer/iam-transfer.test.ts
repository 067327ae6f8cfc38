import { readIamArchive } from '@stowage/storage-client/iam-archive';
import { writeIamArchive } from '@stowage/storage-wire/iam-archive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from '../../../testing/test-console.ts';

let test: TestConsole;
let root: TestCaller;

const READ = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::*'] }],
};
const SECRET = 'a-secret-of-the-archive';

beforeAll(async () => {
  test = await startTestConsole();
  root = await test.logIn();
  await test.addUser('present', READ);
});
afterAll(() => test.close());

const send = async (url: string, payload: object = {}, caller = root) => {
  const response = await caller.send({ method: 'POST', url: `/api/v1/iam/${url}`, payload });
  return { status: response.statusCode, body: response.json() };
};
async function exported() {
  const { body } = await send('export');
  return readIamArchive(Buffer.from(body.archive, 'base64'));
}
const base64 = (archive: Parameters<typeof writeIamArchive>[0]) =>
  Buffer.from(writeIamArchive(archive)).toString('base64');

describe('export and import', () => {
  it('gives an archive that changes nothing where it came from', async () => {
    const { body } = await send('export');
    const preview = await send('import-preview', body);
    expect(preview.body).toMatchObject({ entries: [], changing: 0 });
    expect(preview.body.unchanged).toBeGreaterThan(3);
    const result = await send('import', body);
    expect(result.body).toMatchObject({ reported: true, refused: [], refusedCount: 0 });
  });

  it('says before what it would change, without a secret, and after what it did', async () => {
    const archive = await exported();
    const next = {
      ...archive,
      users: new Map([
        ['present', { secretKey: SECRET, status: 'disabled' }],
        ['a\u202eb', { secretKey: SECRET, status: 'enabled' }],
      ]),
      serviceAccounts: new Map([
        ['orphan', { parent: 'nobody', secretKey: SECRET, status: 'on' }],
        ['ended', { parent: 'present', secretKey: SECRET, expiration: '2020-01-01T00:00:00Z' }],
      ]),
      userPolicies: new Map([['present', { policy: 'readonly' }]]),
    };
    const preview = await send('import-preview', { archive: base64(next) });
    expect(preview.body.entries).toEqual([
      { part: 'users', name: 'present', change: 'changed', differences: ['secret', 'status'] },
      { part: 'users', name: 'a\u202eb', change: 'added', differences: [] },
      {
        part: 'serviceAccounts',
        name: 'orphan',
        change: 'added',
        differences: [],
        note: 'noParent',
      },
      { part: 'serviceAccounts', name: 'ended', change: 'added', differences: [], note: 'expired' },
      { part: 'userPolicies', name: 'present', change: 'changed', differences: ['policy'] },
    ]);
    expect((await exported()).users).toEqual(archive.users);
    const result = await send('import', { archive: base64(next) });
    expect(result.body).toMatchObject({ reported: true, removed: 0, refusedCount: 2 });
    expect(result.body.refused.map(({ name }: { name: string }) => name)).toEqual([
      'orphan',
      'ended',
    ]);
    expect((await exported()).users.get('present')).toMatchObject({ status: 'disabled' });
    for (const said of [preview, result, test.log]) {
      expect(JSON.stringify(said)).not.toContain(SECRET);
    }
  });

  it('takes a policy for everything as MinIO exports it, and finds it the same', async () => {
    const everything = (resource: string) => ({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: [resource] }],
    });
    const holding = async (resource: string) => ({
      ...(await exported()),
      policies: new Map([['everything', everything(resource)]]),
    });
    const archive = base64(await holding('**'));
    expect((await send('import', { archive })).body).toMatchObject({ refusedCount: 0 });
    expect((await exported()).policies.get('everything')).toEqual(everything('*'));
    expect((await send('import-preview', { archive })).body).toMatchObject({ entries: [] });
  });

  it('knows the user of its own keys, whom no archive holds', async () => {
    const archive = { ...(await exported()), users: new Map(), groups: new Map() };
    const roots = { parent: test.target.accessKey, secretKey: SECRET, status: 'on' };
    const next = { ...archive, serviceAccounts: new Map([['roots-key', roots]]) };
    const preview = await send('import-preview', { archive: base64(next) });
    expect(preview.body.entries).toEqual([
      { part: 'serviceAccounts', name: 'roots-key', change: 'added', differences: [] },
    ]);
  });

  it('says what is about the account of the one who asks', async () => {
    const own = test.target.accessKey;
    const next = {
      ...(await exported()),
      users: new Map([[own, { secretKey: SECRET, status: 'disabled' }]]),
      userPolicies: new Map([[own, { policy: 'readonly' }]]),
      serviceAccounts: new Map(),
    };
    const preview = await send('import-preview', { archive: base64(next) });
    const notes = preview.body.entries.map(({ name, note }: { name: string; note?: string }) => [
      name,
      note,
    ]);
    expect(notes).toEqual([
      [own, 'ownAccount'],
      [own, 'ownAccount'],
    ]);
  });

  it.each([
    ['no zip', Buffer.from('no zip').toString('base64')],
    ['nothing', ''],
    ['no base64', '%%%'],
  ])('refuses %s at the field', async (_, archive) => {
    for (const url of ['import-preview', 'import']) {
      expect(await send(url, { archive })).toMatchObject({
        status: 400,
        body: { errorCode: 'InvalidInput', field: 'archive' },
      });
    }
  });

  it('is the storage server’s to allow', async () => {
    const reader = await test.logIn(await test.addUser('transfer-reader', READ));
    const { body } = await send('export');
    for (const url of ['export', 'import', 'import-preview']) {
      expect(await send(url, body, reader)).toMatchObject({
        status: 403,
        body: { errorCode: 'AccessDenied' },
      });
    }
    // For callers who may not import, the archive is not even unpacked, so they learn nothing of
    // its errors.
    for (const url of ['import', 'import-preview']) {
      expect(await send(url, { archive: 'UEsDBA==' }, reader)).toMatchObject({
        status: 403,
        body: { errorCode: 'AccessDenied' },
      });
    }
    expect(
      (await test.anonymous.send({ method: 'POST', url: '/api/v1/iam/export' })).statusCode,
    ).toBe(401);
  });

  it('says where the server goes away that the archive was not taken', async () => {
    const { body } = await send('export');
    test.gate.set('closed', ({ url }) => url?.includes('import-iam') ?? false);
    const lost = await send('import', body);
    test.gate.set('open');
    expect(lost.body).toMatchObject({ errorCode: 'StorageUnreachable' });
  });
});

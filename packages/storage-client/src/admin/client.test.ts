import { decryptAdminPayload, encryptAdminPayload } from '@stowage/storage-wire/admin-cipher';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CREDENTIALS, failure, startFakeStorage } from '../testing/fake-storage.ts';
import { type AdminClient, createAdminClient } from './client.ts';

interface Seen {
  readonly call: string;
  readonly body: Buffer;
}

/** A client whose calls are recorded and answered by path; a number is a status without a body. */
async function recorded(
  answers: Readonly<Record<string, string | Buffer | number>>,
): Promise<{ client: AdminClient; seen: Seen[] }> {
  const seen: Seen[] = [];
  const fake = await startFakeStorage(async (request, response) => {
    const url = request.url ?? '';
    seen.push({ call: `${request.method} ${url}`, body: Buffer.concat(await request.toArray()) });
    const answer = answers[url.replace('/minio/admin/v3/', '').replace(/\?.*/, '')] ?? '';
    if (typeof answer === 'number') {
      response.writeHead(answer).end();
    } else {
      response.end(answer);
    }
  });
  onTestFinished(fake.stop);
  return { client: createAdminClient(fake.options), seen };
}

function sealed(value: unknown, secret = CREDENTIALS.secretKey): Promise<Buffer> {
  return encryptAdminPayload(secret, Buffer.from(JSON.stringify(value)), {
    cipher: 'pbkdf2-aes-256-gcm',
  });
}

async function opened(payload: Buffer | undefined): Promise<unknown> {
  const bytes = await decryptAdminPayload(CREDENTIALS.secretKey, payload ?? Buffer.alloc(0));
  return JSON.parse(bytes.toString());
}

describe('the help of settings', () => {
  it('tells defaults from its sentences, but the one that MinIO tells wrongly', async () => {
    const keyOf = (key: string, description: string) => ({ key, type: 'on|off', description });
    const keysHelp = [
      keyOf('mandatory', "ignore undelivered messages when set to 'off', default is 'on'"),
      keyOf('durable', "persist queue when set to 'on', default is 'off'"),
      keyOf('delay', "pace (default: '10.0')"),
    ];
    const { client } = await recorded({ 'help-config-kv': JSON.stringify({ keysHelp }) });
    const defaults = async (subsystem: string) =>
      (await client.getSubsystemKeys({ subsystem })).map((help) => help.default);
    expect(await defaults('notify_amqp')).toEqual(['off', 'off', '10.0']);
    expect(await defaults('another')).toEqual(['on', 'off', '10.0']);
  });
});

describe('configurations of identity providers', () => {
  it('are listed with their roles', async () => {
    const { client, seen } = await recorded({
      'idp-config/openid': await sealed([
        { type: 'openid', name: '_', enabled: true },
        { type: 'openid', name: 'dex', enabled: false, roleARN: 'arn:minio:iam:::role/abc' },
      ]),
    });
    expect(await client.listIdentityProviders({ type: 'openid' })).toEqual([
      { name: '_', enabled: true },
      { name: 'dex', enabled: false, roleArn: 'arn:minio:iam:::role/abc' },
    ]);
    expect(seen.map(({ call }) => call)).toEqual(['GET /minio/admin/v3/idp-config/openid']);
  });
});

describe('account info', () => {
  it('reads what Go leaves out or writes as null', async () => {
    const accountinfo = JSON.stringify({
      AccountName: 'someone',
      Server: { Type: 2 },
      Policy: { Version: '2012-10-17', Statement: [] },
      Buckets: [
        {
          name: 'full',
          size: 5,
          objects: 2,
          created: '2026-01-02T03:04:05.123456789Z',
          details: { versioning: true, tags: { k: 'v' }, quota: { quota: 7, size: 0 } },
          access: { read: true, write: false },
        },
        { name: 'bare', details: null, created: '0001-01-01T00:00:00Z', access: null },
      ],
    });
    const { client } = await recorded({ accountinfo });
    expect(await client.accountInfo()).toEqual({
      accountName: 'someone',
      backend: { type: 'Erasure' },
      policy: { Version: '2012-10-17', Statement: [] },
      buckets: [
        {
          name: 'full',
          size: 5,
          objects: 2,
          createdAt: '2026-01-02T03:04:05.123Z',
          read: true,
          write: false,
          details: {
            versioning: true,
            versioningSuspended: false,
            locking: false,
            replication: false,
            tags: { k: 'v' },
            quota: 7,
          },
        },
        {
          name: 'bare',
          size: 0,
          objects: 0,
          createdAt: '1970-01-01T00:00:00.000Z',
          read: false,
          write: false,
        },
      ],
    });
  });

  it.each(['', '[]', 'null', '"x"', '<html>', '{"a":'])('cannot be %j', async (accountinfo) => {
    const { client } = await recorded({ accountinfo });
    expect(await failure(client.accountInfo())).toMatchObject({ code: 'InvalidResponse' });
  });
});

describe('secrets', () => {
  it('travel encrypted', async () => {
    const { client, seen } = await recorded({});
    await client.addUser({ accessKey: 'new user', secretKey: 'new-secret' });
    expect(seen[0]?.call).toBe('PUT /minio/admin/v3/add-user?accessKey=new%20user');
    expect(seen[0]?.body.includes('new-secret')).toBe(false);
    expect(await opened(seen[0]?.body)).toEqual({ secretKey: 'new-secret', status: 'enabled' });
  });

  it('come back encrypted', async () => {
    const users = {
      anna: { status: 'enabled', policyName: 'a, b,', memberOf: ['g'] },
      bert: { status: 'disabled' },
    };
    const { client } = await recorded({ 'list-users': await sealed(users) });
    expect(await client.listUsers()).toMatchObject([
      { accessKey: 'anna', status: 'enabled', policies: ['a', 'b'], memberOf: ['g'] },
      { accessKey: 'bert', status: 'disabled', policies: [], memberOf: [] },
    ]);
  });

  it('that are somebody else’s are InvalidResponse', async () => {
    for (const answer of [await sealed({}, 'other-secret'), '{}', '']) {
      const { client } = await recorded({ 'list-users': answer });
      expect(await failure(client.listUsers())).toMatchObject({ code: 'InvalidResponse' });
    }
  });
});

describe('policies of a user', () => {
  it('are set in one call', async () => {
    const { client, seen } = await recorded({});
    await client.setPolicyForUser({ accessKey: 'u', policies: ['a', 'b'] });
    expect(seen.map(({ call }) => call)).toEqual([
      'PUT /minio/admin/v3/set-user-or-group-policy?policyName=a%2Cb&userOrGroup=u&isGroup=false',
    ]);
  });

  it('are attached and detached where that call is gone', async () => {
    const { client, seen } = await recorded({
      'set-user-or-group-policy': 404,
      'user-info': '{"policyName":"old,both"}',
    });
    await client.setPolicyForUser({ accessKey: 'u', policies: ['both', 'new'] });
    expect(seen.slice(2).map(({ call }) => call)).toEqual([
      'POST /minio/admin/v3/idp/builtin/policy/attach',
      'POST /minio/admin/v3/idp/builtin/policy/detach',
    ]);
    expect(await opened(seen[2]?.body)).toEqual({ policies: ['new'], user: 'u' });
    expect(await opened(seen[3]?.body)).toEqual({ policies: ['old'], user: 'u' });
  });

  it('stay as they are when the call is refused', async () => {
    const { client, seen } = await recorded({ 'set-user-or-group-policy': 403 });
    const call = client.setPolicyForUser({ accessKey: 'u', policies: ['a'] });
    expect(await failure(call)).toMatchObject({ code: 'AccessDenied' });
    expect(seen).toHaveLength(1);
  });
});

describe('quota', () => {
  it.each([
    [
      { size: 10, type: 'hard' },
      { quota: 10, size: 10, quotatype: 'hard' },
    ],
    [
      { size: 0, type: 'hard' },
      { quota: 0, size: 0 },
    ],
  ] as const)('%j is sent under both of its names', async (quota, body) => {
    const { client, seen } = await recorded({});
    await client.setBucketQuota({ bucket: 'b', quota });
    expect(seen[0]?.call).toBe('PUT /minio/admin/v3/set-bucket-quota?bucket=b');
    expect(JSON.parse(String(seen[0]?.body))).toEqual(body);
  });

  it.each([
    ['{"quota":5,"quotatype":"hard"}', { size: 5, type: 'hard' }],
    ['{"quota":0,"size":6}', { size: 6, type: 'hard' }],
    ['{"quota":5,"quotatype":"fifo"}', { size: 5, type: 'fifo' }],
    ['{}', { size: 0, type: 'hard' }],
  ])('%s is read', async (answer, quota) => {
    const { client } = await recorded({ 'get-bucket-quota': answer });
    expect(await client.getBucketQuota({ bucket: 'b' })).toEqual(quota);
  });
});

describe('server info', () => {
  it('asks for a restart', async () => {
    const { client, seen } = await recorded({});
    await client.serviceRestart();
    expect(seen[0]?.call).toBe('POST /minio/admin/v3/service?action=restart&dry-run=false&type=2');
  });

  it('reads usage by bucket', async () => {
    const datausageinfo = JSON.stringify({
      lastUpdate: '2026-01-01T00:00:00Z',
      objectsCount: 3,
      objectsTotalSize: 9,
      bucketsCount: 1,
      bucketsUsageInfo: {
        b: { size: 9, objectsCount: 3, versionsCount: 4, objectsSizesHistogram: { SMALL: 3 } },
        bad: null,
      },
    });
    const { client } = await recorded({ datausageinfo });
    expect(await client.dataUsageInfo()).toEqual({
      lastUpdate: '2026-01-01T00:00:00.000Z',
      objects: 3,
      versions: 0,
      deleteMarkers: 0,
      size: 9,
      buckets: 1,
      perBucket: {
        b: {
          ...{ size: 9, objects: 3, versions: 4, deleteMarkers: 0 },
          ...{ sizes: { SMALL: 3 }, versionClasses: {} },
        },
      },
    });
  });

  it('takes the page of a proxy for no change', async () => {
    const { client } = await recorded({ 'remove-user': '<html><body>Log in</body></html>' });
    expect(await failure(client.removeUser({ accessKey: 'u' }))).toMatchObject({
      code: 'InvalidResponse',
    });
  });

  it('reads servers and drives', async () => {
    const info = JSON.stringify({
      mode: 'online',
      buckets: { count: 2 },
      backend: { backendType: 'Erasure', onlineDisks: 3, offlineDisks: 1, totalSets: [1] },
      servers: [{ endpoint: 'h:1', uptime: 5, drives: [{ path: '/d1', totalspace: 7 }] }],
    });
    const { client } = await recorded({ info });
    expect(await client.serverInfo()).toMatchObject({
      mode: 'online',
      buckets: 2,
      objects: 0,
      backend: { onlineDrives: 3, offlineDrives: 1, totalSets: [1], drivesPerSet: [] },
      servers: [{ endpoint: 'h:1', uptime: 5, drives: [{ path: '/d1', totalSpace: 7 }] }],
    });
  });
});

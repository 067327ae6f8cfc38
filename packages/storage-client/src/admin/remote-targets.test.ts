import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { decryptAdminPayload } from '@stowage/storage-wire/admin-cipher';
import { afterEach, describe, expect, it } from 'vitest';
import { answering, CREDENTIALS, failure, startFakeStorage } from '../testing/fake-storage.ts';
import { type AdminClient, createAdminClient } from './client.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of closing.splice(0)) await stop();
});

async function client(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<AdminClient> {
  const { options, stop } = await startFakeStorage(handler);
  closing.push(stop);
  return createAdminClient(options);
}

const TARGET = {
  arn: 'arn:minio:replication::1:there',
  sourceBucket: 'here',
  targetBucket: 'there',
  endpoint: 'other:9000',
  secure: true,
  accessKey: 'k',
  region: '',
  sync: false,
  bandwidth: 0,
  healthCheckSeconds: 60,
  online: true,
};

describe('remote targets', () => {
  it('are read without a secret', async () => {
    const admin = await client(
      answering(
        200,
        JSON.stringify([
          {
            arn: TARGET.arn,
            sourcebucket: 'here',
            targetbucket: 'there',
            endpoint: 'other:9000',
            secure: true,
            credentials: { accessKey: 'k', secretKey: 'hidden' },
            healthCheckDuration: 60_000_000_000,
            isOnline: true,
            lastOnline: '2026-01-02T03:04:05.678Z',
          },
        ]),
      ),
    );
    const targets = await admin.listRemoteTargets({ bucket: 'here' });
    expect(targets).toEqual([{ ...TARGET, lastOnline: '2026-01-02T03:04:05.678Z' }]);
    expect(JSON.stringify(targets)).not.toContain('hidden');
  });

  it('are none where Go writes null', async () => {
    const admin = await client(answering(200, 'null'));
    expect(await admin.listRemoteTargets({ bucket: 'here' })).toEqual([]);
  });

  it.each([
    [true, { isOnline: true }],
    [false, { isOnline: false, lastOnline: '2026-01-02T03:04:05Z' }],
    [false, { isOnline: false, lastOnline: '0001-01-01T00:00:00Z', totalDowntime: 5 }],
    [undefined, { isOnline: false, lastOnline: '0001-01-01T00:00:00Z', totalDowntime: 0 }],
  ])('are online: %s for %j', async (online, fields) => {
    const admin = await client(answering(200, JSON.stringify([fields])));
    expect((await admin.listRemoteTargets({ bucket: 'here' }))[0]?.online).toBe(online);
  });

  it('change only in what is named', async () => {
    const seen: { query?: string; body?: unknown } = {};
    const admin = await client(async (request, response) => {
      const plain = await decryptAdminPayload(CREDENTIALS.secretKey, await buffer(request));
      seen.query = new URL(request.url ?? '', 'http://x').search;
      seen.body = JSON.parse(Buffer.from(plain).toString());
      response.end('"arn"');
    });
    await admin.updateRemoteTarget({ target: TARGET, change: { bandwidth: 5 } });
    expect(seen.query).toBe('?bucket=here&update=true&bandwidth=true');
    expect(seen.body).toMatchObject({ arn: TARGET.arn, bandwidthlimit: 5, type: 'replication' });
    expect(seen.body).toHaveProperty('credentials', { accessKey: 'k' });
  });

  it('have an ARN that is a text', async () => {
    const admin = await client(answering(200, '{"arn":1}'));
    const target = { ...TARGET, secretKey: 's' };
    expect(await failure(admin.addRemoteTarget({ bucket: 'here', target }))).toMatchObject({
      code: 'InvalidResponse',
    });
  });
});

const NOTHING = {
  bucket: '',
  endpoint: '',
  prefix: '',
  region: '',
  accessKey: '',
  accountName: '',
  storageClass: '',
};

it('reads tiers of all types, with their name in either place', async () => {
  const admin = await client(
    answering(
      200,
      JSON.stringify([
        { Version: 'v1', Type: 's3', Name: 'COLD', S3: { Endpoint: 'e', Bucket: 'b' } },
        { Version: 'v1', Type: 'minio', MinIO: { Name: 'WARM', Bucket: 'c' } },
        { Version: 'v9', Type: 'tape', Name: 'FROZEN' },
      ]),
    ),
  );
  expect(await admin.listTiers()).toEqual([
    { ...NOTHING, type: 's3', name: 'COLD', bucket: 'b', endpoint: 'e' },
    { ...NOTHING, type: 'minio', name: 'WARM', bucket: 'c' },
    { ...NOTHING, type: 'unsupported', name: 'FROZEN' },
  ]);
});

it('reads the state of the targets of events from the server information', async () => {
  const services = {
    notifications: [
      { webhook: [{ one: { status: 'online' } }, { two: { status: 'offline' } }] },
      { kafka: [{ one: { status: 'offline' } }] },
    ],
  };
  const admin = await client(answering(200, JSON.stringify({ services })));
  expect((await admin.serverInfo()).notificationTargets).toEqual([
    { service: 'webhook', id: 'one', online: true },
    { service: 'webhook', id: 'two', online: false },
    { service: 'kafka', id: 'one', online: false },
  ]);
});

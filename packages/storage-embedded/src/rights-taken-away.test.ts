import { createHash, hash } from 'node:crypto';
import type { Credentials } from '@stowage/storage-wire/sigv4';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OpenAnswers } from './testing/open-answers.ts';
import {
  addPolicy,
  addUser,
  adminCaller,
  ROOT,
  seal,
  signedHeaders,
  startTestStorage,
  type TestStorage,
} from './testing/test-storage.ts';
import { Wire } from './testing/wire.ts';

/** Key derivation takes longer than everything else. */
vi.mock('node:crypto', async (original) => {
  type Derived = (error: Error | null, key: Buffer) => void;
  const real = await original<typeof import('node:crypto')>();
  return {
    ...real,
    argon2: (_: string, of: { message: string; nonce: Uint8Array }, done: Derived) =>
      done(null, createHash('sha256').update(of.message).update(of.nonce).digest()),
  };
});

const ALICE: Credentials = { accessKey: 'alice', secretKey: 'alice-secret' };
const KEY: Credentials = { accessKey: 'key-of-alice', secretKey: 'secret-of-the-key' };

let storage: TestStorage;
const admin = adminCaller(() => storage);
const answers = new OpenAnswers();

beforeEach(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
  await addPolicy(storage, 'everything', [
    { Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] },
    { Effect: 'Allow', Action: ['admin:*'] },
  ]);
  await addUser(storage, ALICE, 'everything');
  await admin('PUT', 'add-service-account', await seal(KEY, ALICE), ALICE);
});
afterEach(async () => {
  answers.end();
  await storage.close();
});

/** Each way in which a user's key can end or lose permissions. */
const WAYS: readonly (readonly [string, () => Promise<unknown>])[] = [
  [
    'the policy is taken from its user',
    () => admin('PUT', 'set-user-or-group-policy?policyName=&userOrGroup=alice&isGroup=false'),
  ],
  [
    'the policy changes',
    () => addPolicy(storage, 'everything', [{ Effect: 'Allow', Action: ['kms:*'] }]),
  ],
  ['its user is disabled', () => admin('PUT', 'set-user-status?accessKey=alice&status=disabled')],
  ['its user is removed', () => admin('DELETE', 'remove-user?accessKey=alice')],
  ['it is removed', () => admin('DELETE', `delete-service-account?accessKey=${KEY.accessKey}`)],
  [
    'its secret changes',
    async () =>
      admin(
        'POST',
        `update-service-account?accessKey=${KEY.accessKey}`,
        await seal({ newSecretKey: 'another-secret' }),
      ),
  ],
  [
    'it is bound by a policy',
    async () =>
      admin(
        'POST',
        `update-service-account?accessKey=${KEY.accessKey}`,
        await seal({
          newPolicy: {
            Version: '2012-10-17',
            Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::*' }],
          },
        }),
      ),
  ],
];

const STREAMS = [
  '/bucket?events=s3:ObjectCreated:*&ping=10',
  '/?events=s3:ObjectCreated:*&ping=10',
  '/minio/admin/v3/trace?s3=true',
  '/minio/admin/v3/log',
];

/** Opens all long-lived streams. */
async function readAll(as: Credentials) {
  const all = STREAMS.map((path) => answers.read(storage, { path, as }, () => undefined));
  return Promise.all(
    (await Promise.all(all)).map(async ({ answer }) => {
      expect(answer.statusCode).toBe(200);
      return { answer, closed: new Promise((resolve) => answer.once('close', resolve)) };
    }),
  );
}

/**
 * Sends the head of a request; returns a function that sends the rest and resolves to the response.
 */
async function begin(path: string, body: Uint8Array) {
  const headers = signedHeaders(storage.url, {
    ...{ method: 'PUT', path, as: KEY, payloadHash: hash('sha256', body, 'hex') },
  });
  const wire = new Wire(storage.url).request('PUT', path, {
    ...{ ...headers, connection: 'close', expect: '100-continue' },
    'content-length': String(body.length),
  });
  // By this point the store has authenticated the sender.
  await wire.until('100 Continue');
  return () => wire.write(body).end();
}

const PUBLIC = {
  Version: '2012-10-17',
  Statement: [
    {
      ...{ Effect: 'Allow', Principal: '*', Action: 's3:GetObject' },
      Resource: 'arn:aws:s3:::bucket/*',
    },
  ],
};

it.each(WAYS)('what a key reads and sends ends when %s', async (_, takeAway) => {
  const [its, others] = [await readAll(KEY), await readAll(ROOT)];
  const more = { accessKey: 'one-more-key', secretKey: 'secret-of-that-one' };
  const sending = [
    await begin('/minio/admin/v3/add-service-account', await seal(more, KEY)),
    await begin('/bucket?policy', Buffer.from(JSON.stringify(PUBLIC))),
  ];
  await takeAway();
  for (const send of sending) {
    expect(await send()).toMatch(/HTTP\/1\.1 403 /);
  }
  expect((await storage.call({ path: '/bucket?policy' })).status).toBe(404);
  expect((await storage.call({ path: '/bucket', as: more })).status).toBe(403);
  await Promise.all(its.map(({ closed }) => closed));
  expect(others.filter(({ answer }) => answer.closed)).toEqual([]);
});

import { assumeRole } from '@stowage/storage-client/sts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
  type TestRequest,
} from '../testing/test-console.ts';

let test: TestConsole;

const allow = (...actions: string[]) =>
  JSON.stringify({
    Version: '2012-10-17',
    // Temporary keys cannot log in without the bucket list.
    Statement: ['s3:ListAllMyBuckets', ...actions].map((action) => ({
      Effect: 'Allow',
      Action: [action],
      ...(action.startsWith('s3:') && { Resource: ['arn:aws:s3:::*'] }),
    })),
  });

beforeAll(async () => {
  test = await startTestConsole();
});
afterAll(() => test.close());

/** A service account of root, restricted by a policy. */
const boundKey = async (policy: string) =>
  test.logIn(await test.admin.addServiceAccount({ policy }));

/** What the console itself stores or does, without asking a storage server. */
const OWN: readonly (readonly [string, string, TestRequest])[] = [
  ['the sessions of others', 'admin:ListUsers', { url: '/api/v1/console-sessions' }],
  [
    'the end of their sessions',
    'admin:DisableUser',
    { method: 'DELETE', url: `/api/v1/console-sessions/${'0'.repeat(64)}` },
  ],
  ['the security log', 'admin:ListUsers', { url: '/api/v1/security-log' }],
  ['the audit records', 'admin:ConsoleLog', { url: '/api/v1/logs/search?q=reqinfo' }],
  ['the results of speed tests', 'admin:OBDInfo', { url: '/api/v1/admin/speed-tests' }],
  [
    'the buckets of a remote server',
    'admin:SetBucketTarget',
    {
      method: 'POST',
      url: '/api/v1/list-external-buckets',
      payload: {
        ...{ accessKey: 'someone', secretKey: 'some-secret' },
        ...{ targetURL: 'http://127.0.0.1:1', useTLS: false },
      },
    },
  ],
];

const statusOf = async (caller: TestCaller, request: TestRequest) =>
  (await caller.send(request)).statusCode;

describe.each(OWN)('%s', (_, action, request) => {
  it('are kept from a key of root that is bound by a policy', async () => {
    const narrow = await boundKey(allow('s3:*', 'admin:ServerInfo'));
    expect(await statusOf(narrow, request)).toBe(403);
    expect(await statusOf(await boundKey(allow(action)), request)).not.toBe(403);
  });

  it('are kept from temporary keys that are bound by a policy', async () => {
    const keys = async (policy?: string) => {
      const { expiresAt: _, ...temporary } = await assumeRole({
        ...{ ...test.target, durationSeconds: 900 },
        ...(policy !== undefined && { policy }),
      });
      return test.logIn(temporary);
    };
    expect(await statusOf(await keys(allow('s3:*')), request)).toBe(403);
    for (const caller of [await keys(), await keys(allow(action))]) {
      expect(await statusOf(caller, request)).not.toBe(403);
    }
  });

  it('are kept from whom a deny concerns that the console cannot decide', async () => {
    const policy = {
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: ['admin:*'] },
        {
          ...{ Effect: 'Deny', Action: [action] },
          Condition: { IpAddress: { 'aws:SourceIp': '127.0.0.1/32' } },
        },
      ],
    };
    const name = `denied-${action.slice('admin:'.length).toLowerCase()}`;
    const denied = await test.logIn(await test.addUser(name, policy));
    expect(await statusOf(denied, request)).toBe(403);
  });
});

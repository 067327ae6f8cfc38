import type { AccessAnswer, AccessSubject } from '@stowage/contract/identity/access-explorer';
import { parseBucketPolicy, parsePolicy } from '@stowage/domain/policy';
import { conditionKeysOf, contextName } from '@stowage/domain/policy/condition-keys';
import { Random } from '@stowage/storage-wire/testing/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from '../../apps/server/src/testing/test-console.ts';
import { decisionOf, expectDone, makeBucket } from './policy-proof/ask-server.ts';
import { OF_BUCKETS, OF_USERS, randomPolicy } from './policy-proof/policies.ts';
import { BUCKETS } from './policy-proof/request-kinds.ts';
import {
  type Asked,
  type Question,
  randomRequest,
  randomRequestTo,
} from './policy-proof/requests.ts';
import { adminJson, adminSend, createUser } from './support/admin.ts';
import { ofTarget } from './support/differences.ts';
import type { Account } from './support/server.ts';
import { useServer } from './support/server.ts';

/*
 * What the access explorer says against what the server really answers: generated policies of
 * users, groups, keys and buckets, and requests, one seed. Where it says that it cannot tell, it
 * is asked nothing; a verdict that it gives has to be the server's.
 */
const server = useServer();
const SEED = 20_261_122;
const USERS = 6;
let test: TestConsole;
let root: TestCaller;

beforeAll(async () => {
  test = await startTestConsole({ target: server.target });
  root = await test.logIn();
  for (const bucket of Object.values(BUCKETS)) {
    await makeBucket(server.target, bucket, bucket === BUCKETS.locked);
  }
}, 120_000);
afterAll(() => test.close());

/** Every condition key marked as absent, unless stated otherwise. */
const MISSING = Object.fromEntries(
  conditionKeysOf([])
    .map(contextName)
    .filter((name) => name !== 'groups')
    .map((name) => [name, []]),
);

/** Returns the known context of a request: everything, or what an administrator would enter. */
function factsOf({ context }: Question, anonymous: boolean, all: boolean) {
  const { prefix } = context;
  if (!all) return { SourceIp: ['127.0.0.1'], ...(prefix && { prefix }) };
  const { CurrentTime: _now, EpochTime: _seconds, ...missing } = MISSING;
  return {
    ...missing,
    SecureTransport: ['false'],
    SourceIp: ['127.0.0.1'],
    ...context,
    ...(anonymous
      ? { 'x-amz-content-sha256': [], authType: [''], signatureversion: [''] }
      : { authType: ['REST-HEADER'], signatureversion: ['AWS4-HMAC-SHA256'] }),
  };
}

interface Result {
  readonly asked: number;
  readonly told: number;
  readonly allowed: number;
  readonly wrong: object[];
}

/** Returns the verdict for a request with several required actions: all of them must be allowed. */
function together(answers: readonly AccessAnswer[]): 'allow' | 'deny' | 'unknown' {
  if (answers.some(({ verdict }) => verdict === 'denied')) return 'deny';
  return answers.every(({ verdict }) => verdict === 'allowed') ? 'allow' : 'unknown';
}

async function explore(subject: AccessSubject, questions: readonly object[]) {
  const answers: AccessAnswer[] = [];
  for (let from = 0; from < questions.length; from += 100) {
    const payload = { subject, questions: questions.slice(from, from + 100) };
    const response = await root.send({ method: 'POST', url: '/api/v1/access-explorer', payload });
    if (response.statusCode !== 200) throw new Error(response.body);
    answers.push(...response.json().answers);
  }
  return answers;
}

/** Asks the explorer about requests, sends each of them, and compares the results. */
async function compare(
  subject: AccessSubject,
  requests: readonly Asked[],
  account: Account | undefined,
): Promise<Result> {
  const anonymous = account === undefined;
  // The explorer does not answer questions that need no allow, or one of two allows.
  const plain = requests.filter(({ questions }) =>
    questions.every(({ unlessDenied, instead }) => !unlessDenied && instead === ''),
  );
  const flat = plain.flatMap(({ questions }, at) =>
    questions.map((question) => ({ at, question: { ...question, all: at % 4 !== 0 } })),
  );
  const answers = await explore(
    subject,
    flat.map(({ question: { action, bucket, key, all, ...rest } }) => ({
      action,
      bucket,
      key,
      facts: factsOf({ action, bucket, key, ...rest }, anonymous, all),
    })),
  );
  const result = { asked: plain.length, told: 0, allowed: 0, wrong: [] as object[] };
  for (const [at, asked] of plain.entries()) {
    const mine = answers.filter((_answer, place) => flat[place]?.at === at);
    const said = together(mine);
    const decision = await decisionOf(server.target, asked, account);
    if (said === 'unknown') continue;
    result.told += 1;
    if (said === 'allow') result.allowed += 1;
    if (said !== decision) {
      const { request, questions } = asked;
      result.wrong.push({ subject, said, decision, request, questions, mine });
    }
  }
  return result;
}

const sums: Result[] = [];

function expectRight(results: readonly Result[]): void {
  sums.push(...results);
  expect(results.flatMap(({ wrong }) => wrong)).toEqual([]);
}

const requests = (random: Random, count: number) =>
  Array.from({ length: count }, () => randomRequest(random));

async function addPolicy(name: string, text: string): Promise<void> {
  const method = 'PUT';
  await adminJson(server.target, {
    method,
    operation: 'add-canned-policy',
    query: { name },
    body: text,
  });
}

async function addKey(targetUser: string, policy: string | undefined): Promise<Account> {
  const secret = { targetUser, ...(policy !== undefined && { policy: JSON.parse(policy) }) };
  const method = 'PUT';
  const answer = await adminJson(server.target, {
    method,
    operation: 'add-service-account',
    secret,
  });
  const { credentials } = Object(answer);
  return { accessKey: credentials.accessKey, secretKey: credentials.secretKey };
}

async function addGroup(group: string, member: string, policy: string, enabled: boolean) {
  const call = (operation: string, query: Record<string, string>, secret?: object) =>
    adminJson(server.target, { method: 'PUT', operation, query, ...(secret && { secret }) });
  await adminJson(server.target, {
    method: 'PUT',
    operation: 'update-group-members',
    body: JSON.stringify({ group, members: [member], isRemove: false, groupStatus: 'enabled' }),
  });
  await call('set-user-or-group-policy', {
    policyName: policy,
    userOrGroup: group,
    isGroup: 'true',
  });
  if (!enabled) await call('set-group-status', { group, status: 'disabled' });
}

describe('what the access explorer says is what the server does', () => {
  it('for users with policies of their own and of groups, and for their keys', async () => {
    const random = new Random(SEED);
    const results: Result[] = [];
    for (let n = 0; n < USERS; n += 1) {
      const accessKey = `explored-${n}`;
      const near = requests(random, 36);
      const policy = () => randomPolicy(random, near.slice(0, 24), OF_USERS, parsePolicy);
      await addPolicy(`own-${n}`, policy());
      await addPolicy(`group-${n}`, policy());
      const user = { accessKey, secretKey: 'secret-of-the-user' };
      await createUser(server.target, user, `own-${n}`);
      await addGroup(`team-${n}`, accessKey, `group-${n}`, n % 3 !== 2);
      results.push(await compare({ kind: 'user', name: accessKey }, near, user));
      for (const own of n % 2 === 0 ? [policy(), policy()] : [policy(), undefined]) {
        const key = await addKey(accessKey, own);
        results.push(await compare({ kind: 'key', name: key.accessKey }, near.slice(0, 20), key));
      }
    }
    expectRight(results);
  }, 180_000);

  it('for keys of root', async () => {
    const random = new Random(SEED + 1);
    const results: Result[] = [];
    for (let n = 0; n < 6; n += 1) {
      const near = requests(random, 16);
      const text = randomPolicy(random, near.slice(0, 6), OF_USERS, parsePolicy);
      const key = await addKey(server.target.accessKey, text);
      results.push(await compare({ kind: 'key', name: key.accessKey }, near, key));
    }
    expectRight(results);
  }, 180_000);

  it('for bucket policies, anonymous users and users', async () => {
    const random = new Random(SEED + 2);
    const bucket = 'explored-bucket';
    await makeBucket(server.target, bucket);
    const user = { accessKey: 'explored-zoe', secretKey: 'secret-of-the-user' };
    const near = () => Array.from({ length: 9 }, () => randomRequestTo(random, bucket));
    await addPolicy('own-zoe', randomPolicy(random, near(), OF_USERS, parsePolicy));
    await createUser(server.target, user, 'own-zoe');
    const zoe = { AWS: [user.accessKey] };
    const parse = (text: string) => parseBucketPolicy(text, bucket);
    const results: Result[] = [];
    for (let n = 0; n < 10; n += 1) {
      const asked = near();
      const language = { ...OF_BUCKETS, principals: ['*', zoe] };
      const body = randomPolicy(random, asked, language, parse);
      await expectDone(server.target, { method: 'PUT', bucket, query: { policy: '' }, body });
      const unsigned = asked.map((one) => ({
        ...one,
        request: { ...one.request, anonymous: true },
      }));
      results.push(await compare({ kind: 'anonymous' }, unsigned, undefined));
      results.push(await compare({ kind: 'user', name: user.accessKey }, asked, user));
    }
    expectRight(results);
  }, 180_000);

  it('for versions, which not every server knows actions of their own for', async () => {
    const bucket = BUCKETS.plain;
    const key = 'new/tagged';
    const plain = { versionid: ['null'] };
    const asked = (name: string, action: string, request: object, context = {}): Asked => ({
      name,
      request: { method: 'GET', bucket, ...request },
      questions: [
        {
          action,
          bucket,
          key: 'key' in request ? key : '',
          context,
          unlessDenied: false,
          instead: '',
        },
      ],
    });
    const query = { versionId: 'null' };
    const versions = [
      asked('read a version', 's3:GetObjectVersion', { key, query }, plain),
      asked('list versions', 's3:ListBucketVersions', { query: { versions: '' } }),
      asked('delete a version', 's3:DeleteObjectVersion', { method: 'DELETE', key, query }, plain),
    ];
    const results: Result[] = [];
    for (const [n, [allow, deny]] of [
      [['s3:GetObject', 's3:ListBucket', 's3:DeleteObject'], []],
      [['s3:GetObjectV*', 's3:ListBucketV*', 's3:DeleteObjectV*'], []],
      [['s3:GetObjectVersion', 's3:ListBucketVersions', 's3:DeleteObjectVersion'], []],
      [['s3:*'], ['s3:GetObjectVersion', 's3:ListBucketVersions', 's3:DeleteObjectVersion']],
      [['s3:*'], ['s3:GetObject', 's3:ListBucket', 's3:DeleteObject']],
      [['s3:*'], []],
    ].entries()) {
      const Resource = 'arn:aws:s3:::*';
      const Statement = [
        { Effect: 'Allow', Action: allow, Resource },
        ...(deny?.length ? [{ Effect: 'Deny', Action: deny, Resource }] : []),
      ];
      const user = { accessKey: `versions-${n}`, secretKey: 'secret-of-the-user' };
      await addPolicy(user.accessKey, JSON.stringify({ Version: '2012-10-17', Statement }));
      await createUser(server.target, user, user.accessKey);
      results.push(await compare({ kind: 'user', name: user.accessKey }, versions, user));
    }
    expectRight(results);
    expect(results.every(({ asked: all, told }) => told === all)).toBe(true);
  }, 180_000);

  it('for groups, of whose members a bucket policy names one', async () => {
    const bucket = 'explored-names';
    const account = { accessKey: 'named-member', secretKey: 'secret-of-the-user' };
    const group = 'group-of-named';
    const Resource = [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`];
    const policy = (Statement: object) =>
      JSON.stringify({ Version: '2012-10-17', Statement: [Statement] });
    const Action = ['s3:GetObject', 's3:GetBucketTagging'];
    await makeBucket(server.target, bucket);
    await createUser(server.target, account);
    await addPolicy(group, policy({ Effect: 'Allow', Action, Resource }));
    await addGroup(group, account.accessKey, group, true);
    const Principal = { AWS: [account.accessKey] };
    const body = policy({ Effect: 'Deny', Principal, Action: ['s3:GetObject'], Resource });
    await expectDone(server.target, { method: 'PUT', bucket, query: { policy: '' }, body });
    const [ofObjects, ofBucket] = await explore({ kind: 'group', name: group }, [
      { action: 's3:GetObject', bucket },
      // Bucket settings are not affected by the object key.
      { action: 's3:GetBucketTagging', bucket, key: 'a' },
    ]);
    const bound = ofTarget('bucketPoliciesBindUsers');
    expect(ofObjects).toMatchObject(
      bound ? { verdict: 'unknown', unknown: ['aws:username'] } : { verdict: 'allowed' },
    );
    expect(ofBucket?.verdict).toBe('allowed');
  }, 180_000);

  it('for keys of their own, which nobody needs an allow for', async () => {
    const Resource = 'arn:aws:s3:::*';
    const allow = { Effect: 'Allow', Action: 's3:*', Resource };
    const deny = { Effect: 'Deny', Action: 'admin:CreateServiceAccount' };
    for (const [n, { Statement, expected }] of [
      { Statement: [allow], expected: { verdict: 'partly', status: 200 } },
      { Statement: [allow, deny], expected: { verdict: 'denied', status: 403 } },
      { Statement: undefined, expected: { verdict: 'denied', status: 403 } },
    ].entries()) {
      const account = { accessKey: `own-keys-${n}`, secretKey: 'secret-of-the-user' };
      const policy = Statement && account.accessKey;
      if (policy) await addPolicy(policy, JSON.stringify({ Version: '2012-10-17', Statement }));
      await createUser(server.target, account, policy);
      const subject = { kind: 'user', name: account.accessKey } as const;
      const [said] = await explore(subject, [{ action: 'admin:CreateServiceAccount' }]);
      const operation = 'add-service-account';
      const done = await adminSend(server.target, {
        method: 'PUT',
        operation,
        secret: {},
        account,
      });
      expect({ verdict: said?.verdict, status: done.status }).toEqual(expected);
    }
  }, 180_000);

  it('in more than 500 cases, most of them told, and both ways', () => {
    const sum = (of: (result: Result) => number) => sums.reduce((all, one) => all + of(one), 0);
    const [asked, told, allowed] = [
      sum((one) => one.asked),
      sum((one) => one.told),
      sum((one) => one.allowed),
    ];
    console.info(`access explorer: ${asked} requests, ${told} told, ${allowed} of them allowed`);
    expect(told).toBeGreaterThan(500);
    expect(told).toBeGreaterThan(asked * 0.7);
    expect(allowed).toBeGreaterThan(told / 8);
    expect(allowed).toBeLessThan((told * 7) / 8);
  });
});

import {
  evaluate,
  type PolicyDocument,
  parseBucketPolicy,
  parsePolicy,
} from '@stowage/domain/policy';
import { Random } from '@stowage/storage-wire/testing/random';
import { beforeAll, describe, expect, it } from 'vitest';
import { decisionOf, expectDone, makeBucket } from './policy-proof/ask-server.ts';
import { OF_BUCKETS, OF_USERS, randomPolicy } from './policy-proof/policies.ts';
import { BUCKETS } from './policy-proof/request-kinds.ts';
import type { Asked, Question } from './policy-proof/requests.ts';
import { randomRequest, randomRequestTo } from './policy-proof/requests.ts';
import { adminJson, createUser } from './support/admin.ts';
import { ofTarget } from './support/differences.ts';
import type { Account } from './support/server.ts';
import { useServer } from './support/server.ts';
import { assumeRole, stsRefusal } from './support/sts.ts';

/*
 * The rules of packages/domain against what a server says: generated policies and
 * requests, one seed. On the embedded store it shows that requests are turned into
 * questions as they should be, on MinIO that the rules are MinIO's.
 */
const server = useServer();
const SEED = 20_260_814;
const LANES = 8;

interface Case {
  readonly asked: Asked;
  readonly account?: Account;
  readonly text: string;
  readonly expected: boolean;
}

interface Caller {
  readonly username: string;
  readonly principaltype: string;
}

beforeAll(async () => {
  for (const bucket of Object.values(BUCKETS)) {
    await makeBucket(server.target, bucket, bucket === BUCKETS.locked);
  }
});

function questionContext(question: Question, caller: Caller): Question['context'] {
  const now = new Date();
  const signed: Question['context'] =
    caller.principaltype === 'Anonymous'
      ? { 'x-amz-content-sha256': [], authType: [''], signatureversion: [''] }
      : { authType: ['REST-HEADER'], signatureversion: ['AWS4-HMAC-SHA256'] };
  return {
    CurrentTime: [now.toISOString()],
    EpochTime: [String(Math.floor(now.getTime() / 1_000))],
    SecureTransport: ['false'],
    SourceIp: ['127.0.0.1'],
    principaltype: [caller.principaltype],
    userid: [caller.username],
    username: [caller.username],
    ...question.context,
    ...signed,
  };
}

/** The policies that apply to a caller; root has none. */
interface Bounds {
  readonly own?: PolicyDocument;
  readonly session?: PolicyDocument;
  readonly bucket?: PolicyDocument;
}

/** Whether the policies allow everything that the request needs. */
function isAllowed(bounds: Bounds, asked: Asked, caller: Caller): boolean {
  return asked.questions.every(
    (question) =>
      canDo(bounds, question, question.action, caller) ||
      (question.instead !== '' && canDo(bounds, question, question.instead, caller)),
  );
}

function canDo(
  { own, session, bucket: ofBucket }: Bounds,
  question: Question,
  action: string,
  caller: Caller,
): boolean {
  const { bucket, key, unlessDenied } = question;
  const request = {
    action,
    bucket,
    context: questionContext(question, caller),
    ...(key === '' ? {} : { key }),
    ...(caller.username === '' ? {} : { principal: caller.username }),
  };
  const standing = [own, ofBucket].filter((policy) => policy !== undefined);
  const ofOwn = standing.length === 0 ? 'allow' : evaluate(standing, request);
  const ofSession = session === undefined ? 'allow' : evaluate([session], request);
  return (unlessDenied ? ofOwn !== 'deny' : ofOwn === 'allow') && ofSession === 'allow';
}

/** Sends requests concurrently; returns the cases in which the server decided differently. */
async function disagreements(cases: readonly Case[]): Promise<object[]> {
  const found: object[] = [];
  const waiting = cases.values();
  const lane = async () => {
    for (const one of waiting) {
      const expected = one.expected ? 'allow' : 'deny';
      const answered = await decisionOf(server.target, one.asked, one.account);
      if (answered !== expected) {
        const { name, request, questions } = one.asked;
        const { method, bucket, key, query, headers } = request;
        const policy = JSON.parse(one.text);
        const asked = { name, method, bucket, key, query, headers };
        found.push({
          expected,
          answered,
          asked,
          action: questions.map(({ action }) => action),
          policy,
        });
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return found;
}

function expectBothVerdicts(cases: readonly Case[]): void {
  const allowed = cases.filter(({ expected }) => expected).length;
  expect(allowed).toBeGreaterThan(cases.length / 6);
  expect(allowed).toBeLessThan((cases.length * 5) / 6);
}

function manyRequests(random: Random, count: number): Asked[] {
  return Array.from({ length: count }, () => randomRequest(random));
}

function unsigned(asked: Asked): Asked {
  return { ...asked, request: { ...asked.request, anonymous: true } };
}

function requestsTo(random: Random, bucket: string): Asked[] {
  return Array.from({ length: 4 }, () => randomRequestTo(random, bucket));
}

describe('2,900 generated cases', () => {
  it('of session policies of root', async () => {
    const random = new Random(SEED);
    const cases: Case[] = [];
    const caller = { username: server.target.accessKey, principaltype: 'Account' };
    for (let n = 0; n < 350; n += 1) {
      const near = manyRequests(random, 4);
      const text = randomPolicy(random, near, OF_USERS, parsePolicy);
      const account = await assumeRole(server.target, server.target, { Policy: text });
      for (const asked of near) {
        cases.push({
          asked,
          account,
          text,
          expected: isAllowed({ session: parsePolicy(text) }, asked, caller),
        });
      }
    }
    expectBothVerdicts(cases);
    expect(await disagreements(cases)).toEqual([]);
  }, 180_000);

  it('of policies of users, and of their sessions', async () => {
    const random = new Random(SEED + 1);
    const cases: Case[] = [];
    for (const username of ['ada', 'bob', 'eve-1', 'x.y', 'mallory']) {
      const near = manyRequests(random, 30);
      const own = randomPolicy(random, near, OF_USERS, parsePolicy);
      const query = { name: `of-${username}` };
      await adminJson(server.target, {
        method: 'PUT',
        operation: 'add-canned-policy',
        query,
        body: own,
      });
      const user = { accessKey: username, secretKey: 'secret-of-the-user' };
      await createUser(server.target, user, query.name);
      const caller = { username, principaltype: 'User' };
      for (const asked of near) {
        const expected = isAllowed({ own: parsePolicy(own) }, asked, caller);
        cases.push({ asked, account: user, text: own, expected });
      }
      for (let n = 0; n < 20; n += 1) {
        const text = randomPolicy(random, near.slice(n, n + 2), OF_USERS, parsePolicy);
        const account = await assumeRole(server.target, user, { Policy: text });
        const both = { own: parsePolicy(own), session: parsePolicy(text) };
        for (const asked of near.slice(n, n + 6)) {
          const expected = isAllowed(both, asked, { username, principaltype: 'AssumedRole' });
          cases.push({ asked, account, text: JSON.stringify([own, text]), expected });
        }
      }
    }
    expect(await disagreements(cases)).toEqual([]);
  }, 180_000);

  it('of bucket policies for everybody', async () => {
    const random = new Random(SEED + 2);
    const bucket = 'policy-open';
    await makeBucket(server.target, bucket);
    const parse = (text: string) => parseBucketPolicy(text, bucket);
    const all: Case[] = [];
    const found: object[] = [];
    for (let n = 0; n < 100; n += 1) {
      const near = requestsTo(random, bucket).map(unsigned);
      const text = randomPolicy(random, near, OF_BUCKETS, parse);
      await expectDone(server.target, { method: 'PUT', bucket, query: { policy: '' }, body: text });
      const caller = { username: '', principaltype: 'Anonymous' };
      const cases = near.map((asked) => {
        return { asked, text, expected: isAllowed({ bucket: parse(text) }, asked, caller) };
      });
      all.push(...cases);
      found.push(...(await disagreements(cases)));
    }
    expectBothVerdicts(all);
    expect(found).toEqual([]);
  }, 180_000);

  it('of bucket policies for users', async () => {
    const random = new Random(SEED + 4);
    const bucket = 'policy-shared';
    await makeBucket(server.target, bucket);
    const parse = (text: string) => parseBucketPolicy(text, bucket);
    const user = { accessKey: 'zoe', secretKey: 'secret-of-the-user' };
    const own = randomPolicy(random, requestsTo(random, bucket), OF_USERS, parsePolicy);
    const query = { name: 'of-zoe' };
    const method = 'PUT';
    await adminJson(server.target, { method, operation: 'add-canned-policy', query, body: own });
    await createUser(server.target, user, query.name);
    const zoe = ['zoe', 'z*', 'arn:aws:iam::123456789012:user/zoe'].map((AWS) => ({ AWS }));
    const language = { ...OF_BUCKETS, principals: ['*', ...zoe, { AWS: ['ada', 'bob'] }] };
    const caller = { username: user.accessKey, principaltype: 'User' };
    const found: object[] = [];
    for (let n = 0; n < 60; n += 1) {
      const near = requestsTo(random, bucket);
      const text = randomPolicy(random, near, language, parse);
      await expectDone(server.target, { method, bucket, query: { policy: '' }, body: text });
      const bounds = ofTarget('bucketPoliciesBindUsers') ? { bucket: parse(text) } : {};
      const cases = near.map((asked) => {
        const expected = isAllowed({ own: parsePolicy(own), ...bounds }, asked, caller);
        return { asked, account: user, text, expected };
      });
      found.push(...(await disagreements(cases)));
    }
    expect(found).toEqual([]);
  }, 180_000);

  it('of session policies that say more than MinIO keeps', async () => {
    const random = new Random(SEED + 3);
    const language = { ...OF_USERS, notAction: true, ifExists: true };
    const cases: Case[] = [];
    const caller = { username: server.target.accessKey, principaltype: 'Account' };
    while (cases.length < 200) {
      const near = manyRequests(random, 4);
      const text = randomPolicy(random, near, language, parsePolicy);
      if (!/NotAction|(?<!GreaterThan)IfExists/.test(text)) continue;
      const asked = assumeRole(server.target, server.target, { Policy: text });
      if (!ofTarget('keepsNotActionAndIfExists')) {
        expect(await stsRefusal(asked)).toEqual({ status: 400, code: 'InvalidParameterValue' });
        return;
      }
      const account = await asked;
      for (const asked of near) {
        cases.push({
          asked,
          account,
          text,
          expected: isAllowed({ session: parsePolicy(text) }, asked, caller),
        });
      }
    }
    expectBothVerdicts(cases);
    expect(await disagreements(cases)).toEqual([]);
  }, 180_000);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestCaller } from '../../testing/test-console.ts';
import { HOSTILE_KEYS, testObjects } from './testing/test-objects.ts';

const BUCKET = 'detail-locks';
const objects = testObjects(BUCKET);
const { ask, detail, put } = objects;
beforeAll(objects.open);
afterAll(objects.close);

const day = (days: number) =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T23:59:59Z`;

const lockOf = async (key: string, version?: string) => {
  const { retention_mode, retention_until_date, legal_hold_status } = (
    await detail(key, version)
  ).json();
  return {
    mode: retention_mode,
    until: retention_until_date && Date.parse(retention_until_date),
    hold: legal_hold_status,
  };
};

const setRetention = (key: string, mode: string, expires: string, more = {}) =>
  ask('PUT', 'retention', key, { payload: { mode, expires }, ...more });

/** A user who may lock objects but not bypass governance. */
async function aClerk(): Promise<TestCaller> {
  const keys = await objects.test.addUser(`clerk-${Date.now()}`, {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Action: ['s3:GetObject*', 's3:ListBucket', 's3:PutObjectRetention'],
        Resource: 'arn:aws:s3:::*',
      },
    ],
  });
  return objects.test.logIn(keys);
}

describe('legal hold', () => {
  it.each(HOSTILE_KEYS)(
    'of %j is enabled and disabled [API-52] [OBJD-06] [OBJD-08]',
    async (key) => {
      await put(key);
      const on = await ask('PUT', 'legalhold', key, { payload: { status: 'enabled' } });
      expect(on.statusCode).toBe(200);
      expect((await lockOf(key)).hold).toBe('ON');
      await ask('PUT', 'legalhold', key, { payload: { status: 'disabled' } });
      expect((await lockOf(key)).hold).toBe('OFF');
    },
  );

  it('takes no other status [OBJD-08]', async () => {
    await put('status');
    const response = await ask('PUT', 'legalhold', 'status', { payload: { status: 'ON' } });
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'status' });
  });

  it('is not changed by who has seen another state of it', async () => {
    await put('held');
    const { legal_hold: revision } = (await detail('held')).json().revisions;
    const payload = { status: 'enabled' };
    expect((await ask('PUT', 'legalhold', 'held', { revision, payload })).statusCode).toBe(200);
    const late = await ask('PUT', 'legalhold', 'held', { revision, payload });
    expect(late.json().errorCode).toBe('ChangedMeanwhile');
  });

  it('needs s3:PutObjectLegalHold [OBJD-10]', async () => {
    await put('not-yours');
    const caller = await aClerk();
    const payload = { status: 'enabled' };
    const response = await ask('PUT', 'legalhold', 'not-yours', { payload, caller });
    expect(response.json().errorCode).toBe('AccessDenied');
  });
});

describe('retention', () => {
  it.each(HOSTILE_KEYS)('locks %j until the end of a day [API-50] [OBJD-14]', async (key) => {
    await put(key);
    const response = await setRetention(key, 'governance', day(2));
    expect(response.statusCode).toBe(200);
    expect(await lockOf(key)).toMatchObject({ mode: 'governance', until: Date.parse(day(2)) });
    await ask('DELETE', 'retention', key);
  });

  it('of governance is switched off by who may bypass it [API-51] [OBJD-15]', async () => {
    await put('off');
    await setRetention('off', 'governance', day(1));
    const refused = await ask('DELETE', 'retention', 'off', { caller: await aClerk() });
    expect(refused.json()).toMatchObject({ errorCode: 'ObjectLocked', field: 'mode' });
    expect((await lockOf('off')).mode).toBe('governance');
    expect((await ask('DELETE', 'retention', 'off')).statusCode).toBe(200);
    expect((await lockOf('off')).mode).toBeUndefined();
  });

  it('of governance is shortened only where the bypass is asked for', async () => {
    await put('short');
    await setRetention('short', 'governance', day(5));
    const refused = await setRetention('short', 'governance', day(2));
    expect(refused.json()).toMatchObject({ errorCode: 'ObjectLocked', field: 'expires' });
    const more = { more: '&bypass_governance=true' };
    expect((await setRetention('short', 'governance', day(2), more)).statusCode).toBe(200);
    expect((await lockOf('short')).until).toBe(Date.parse(day(2)));
  });

  it('of compliance can only be extended [OBJD-16]', async () => {
    const soon = new Date(Date.now() + 600_000).toISOString();
    await put('strict');
    expect((await setRetention('strict', 'compliance', soon)).statusCode).toBe(200);
    const later = new Date(Date.now() + 1_200_000).toISOString();
    expect((await setRetention('strict', 'compliance', later)).statusCode).toBe(200);
    const bypass = { more: '&bypass_governance=true' };
    expect((await setRetention('strict', 'compliance', soon, bypass)).json()).toMatchObject({
      errorCode: 'ObjectLocked',
      field: 'expires',
    });
    expect((await setRetention('strict', 'governance', day(1), bypass)).json()).toMatchObject({
      errorCode: 'ObjectLocked',
      field: 'mode',
    });
    expect((await ask('DELETE', 'retention', 'strict')).json().errorCode).toBe('ObjectLocked');
  });

  it.each([
    ['a date that has passed', { mode: 'governance', expires: '2020-01-01T23:59:59Z' }, 'expires'],
    ['a day that is none', { mode: 'governance', expires: '2027-02-30T23:59:59Z' }, 'expires'],
    ['a date without a time', { mode: 'governance', expires: '2027-02-20' }, 'expires'],
    ['an unknown mode', { mode: 'GOVERNANCE', expires: '2027-02-20T23:59:59Z' }, 'mode'],
  ])('refuses %s at its field', async (_, payload, field) => {
    await put('wrong');
    const response = await ask('PUT', 'retention', 'wrong', { payload });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ errorCode: 'InvalidInput', field });
  });

  it('is not changed by who has seen another state of it', async () => {
    await put('raced');
    const { retention: revision } = (await detail('raced')).json().revisions;
    await setRetention('raced', 'governance', day(1), { revision });
    const late = await setRetention('raced', 'governance', day(9), { revision });
    expect(late.json().errorCode).toBe('ChangedMeanwhile');
    await ask('DELETE', 'retention', 'raced');
  });

  it('belongs to the version that is named', async () => {
    const first = await put('one-of-two');
    await put('one-of-two');
    await setRetention('one-of-two', 'governance', day(1), { version: first });
    expect((await lockOf('one-of-two', first)).mode).toBe('governance');
    expect((await lockOf('one-of-two')).mode).toBeUndefined();
    await ask('DELETE', 'retention', 'one-of-two', { version: first });
  });
});

describe('a bucket without object locking', () => {
  it('refuses both with the field that cannot be set', async () => {
    const bucket = 'detail-unlocked';
    await objects.test.s3.makeBucket({ bucket });
    await objects.test.s3.putObject({ bucket, key: 'a', size: 1, body: Buffer.from('x') });
    const send = (what: string, payload: object) =>
      objects.root.send({
        method: 'PUT',
        url: `/api/v1/buckets/${bucket}/objects/${what}?prefix=YQ%3D%3D`,
        payload,
      });
    const hold = await send('legalhold', { status: 'enabled' });
    expect(hold.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'status' });
    const lock = await send('retention', { mode: 'governance', expires: day(1) });
    expect(lock.json()).toMatchObject({ errorCode: 'InvalidInput', field: 'mode' });
    expect(lock.json().detailedMessage).not.toBe('');
  });
});

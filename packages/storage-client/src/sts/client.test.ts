import { createHash } from 'node:crypto';
import { checkSignature, parseSignature } from '@stowage/storage-wire/sigv4-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answering, CREDENTIALS, failure, startFakeStorage } from '../testing/fake-storage.ts';
import { assumeRole } from './client.ts';

const ANSWER =
  '<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult>' +
  '<Credentials><AccessKeyId>AK</AccessKeyId><SecretAccessKey>S+/K</SecretAccessKey>' +
  '<SessionToken>T.T.T</SessionToken><Expiration>2026-03-01T13:00:00Z</Expiration></Credentials>' +
  '</AssumeRoleResult><ResponseMetadata><RequestId>R</RequestId></ResponseMetadata>' +
  '</AssumeRoleResponse>';

const WHO = { ...CREDENTIALS, region: 'us-east-1', durationSeconds: 3600 };

describe('assumeRole', () => {
  it('sends a signed form and reads the credentials', async () => {
    let sent = '';
    const fake = await startFakeStorage(async (request, response) => {
      sent = Buffer.concat(await request.toArray()).toString();
      const { headers } = request;
      const wire = { method: 'POST', rawPath: '/', rawQuery: '', headers };
      const parsed = parseSignature(wire);
      const payloadHash = createHash('sha256').update(sent).digest('hex');
      if (parsed.kind === 'header') {
        const options = { now: new Date(), service: 'sts', payloadHash };
        checkSignature(parsed, wire, CREDENTIALS.secretKey, options);
        response.end(ANSWER);
      }
    });
    onTestFinished(fake.stop);
    const { endpoint, dispatcher } = fake.options;
    const policy = '{"Version":"2012-10-17"}';
    expect(await assumeRole({ ...WHO, endpoint, dispatcher, policy })).toEqual({
      accessKey: 'AK',
      secretKey: 'S+/K',
      sessionToken: 'T.T.T',
      expiresAt: new Date('2026-03-01T13:00:00Z'),
    });
    expect(Object.fromEntries(new URLSearchParams(sent))).toEqual({
      Action: 'AssumeRole',
      Version: '2011-06-15',
      DurationSeconds: '3600',
      Policy: policy,
    });
  });

  it.each([
    [
      403,
      '<ErrorResponse><Error><Type/><Code>AccessDenied</Code><Message>no</Message></Error>' +
        '<RequestId>R9</RequestId></ErrorResponse>',
      { code: 'AccessDenied', status: 403, message: 'no', requestId: 'R9' },
    ],
    [200, ANSWER.replace('SessionToken>T.T.T<', 'SessionToken><'), { code: 'InvalidResponse' }],
    [200, ANSWER.replace('2026-03-01T', 'soon'), { code: 'InvalidResponse' }],
    [200, ANSWER.replace('T.T.T', 'T&#10;T'), { code: 'InvalidResponse' }],
    [200, ANSWER.replace('>AK<', '>Ж<'), { code: 'InvalidResponse' }],
    [200, '<AssumeRoleResponse/>', { code: 'InvalidResponse' }],
    [200, 'OK', { code: 'InvalidResponse' }],
  ])('fails with status %i and %s', async (status, body, fields) => {
    const fake = await startFakeStorage(answering(status, body));
    onTestFinished(fake.stop);
    const { endpoint, dispatcher } = fake.options;
    expect(await failure(assumeRole({ ...WHO, endpoint, dispatcher }))).toMatchObject({
      name: 'StorageRequestError',
      ...fields,
    });
  });
});

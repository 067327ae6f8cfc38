import type { Credentials } from '@stowage/storage-wire/sigv4';
import { type Answer, type TestStorage, xmlAt } from './test-storage.ts';

/** Requests credentials with a token, without keys. */
export function assumeWithToken(
  storage: TestStorage,
  token: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const form = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    WebIdentityToken: token,
    ...more,
  });
  return storage.call({
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    as: 'anonymous',
  });
}

/** Returns the credentials in an STS response; fails with the error if there are none. */
export function credentialsIn(
  answer: Answer,
  action = 'AssumeRoleWithWebIdentity',
): Required<Credentials> {
  const at = (name: string) => xmlAt(answer, `${action}Result`, 'Credentials', name) ?? '';
  if (answer.status !== 200) {
    throw new Error(`${answer.status} ${answer.text}`);
  }
  return {
    accessKey: at('AccessKeyId'),
    secretKey: at('SecretAccessKey'),
    sessionToken: at('SessionToken'),
  };
}

/** Returns the reason for a refusal, such as '400 InvalidParameterValue: ...'. */
export function stsRefusalOf(answer: Answer): string {
  return `${answer.status} ${xmlAt(answer, 'Error', 'Code')}: ${xmlAt(answer, 'Error', 'Message')}`;
}

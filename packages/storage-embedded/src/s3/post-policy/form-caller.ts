import { createHmac, timingSafeEqual } from 'node:crypto';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { deriveSigningKey, SIGV4_ALGORITHM } from '@stowage/storage-wire/sigv4';
import { parseSigner } from '@stowage/storage-wire/sigv4-fields';
import type { Authenticator } from '../../auth/authenticator.ts';
import { ANONYMOUS, type Caller } from '../../auth/caller.ts';

import type { FormFields } from './form-fields.ts';

type FindCaller = Pick<Authenticator, 'findCaller'>;
type FormAuthenticator = Pick<Authenticator, 'findCaller' | 'noteUse'>;

const SIGNING_FIELDS = ['policy', 'x-amz-signature', 'x-amz-credential', 'signature'];

/**
 * Authenticates the signer of a form's policy; anonymous if it has neither policy nor signature.
 *
 * @throws S3Error MissingFields, SignatureDoesNotMatch, InvalidAccessKeyId,
 *    AuthorizationHeaderMalformed, InvalidTokenId, ExpiredToken
 */
export function callerOfForm(authenticator: FormAuthenticator, fields: FormFields): Caller {
  if (!SIGNING_FIELDS.some((name) => fields.has(name))) {
    return ANONYMOUS;
  }
  const policy = needed(fields, 'policy');
  const caller = fields.has('signature')
    ? legacyCaller(authenticator, fields, policy)
    : signatureV4Caller(authenticator, fields, policy);
  authenticator.noteUse(caller, Date.now());
  return caller;
}

function signatureV4Caller(authenticator: FindCaller, fields: FormFields, policy: string): Caller {
  const signature = needed(fields, 'x-amz-signature');
  const date = needed(fields, 'x-amz-date');
  if (needed(fields, 'x-amz-algorithm') !== SIGV4_ALGORITHM) {
    throw new S3Error('InvalidArgument', `X-Amz-Algorithm must be ${SIGV4_ALGORITHM}.`);
  }
  const { accessKey, scope } = parseSigner('AuthorizationHeaderMalformed', {
    credential: needed(fields, 'x-amz-credential'),
    signedHeaders: 'host',
    signature,
  });
  if (scope.service !== 's3' || scope.date !== date.slice(0, 8)) {
    throw new S3Error('AuthorizationHeaderMalformed');
  }
  const sessionToken = fields.get('x-amz-security-token');
  const signer = { accessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
  const caller = authenticator.findCaller(signer, Date.now());
  const key = deriveSigningKey(caller.secretKey, scope);
  compare(createHmac('sha256', key).update(policy).digest('hex'), signature);
  return caller;
}

/** Returns the pre-version-4 signature of forms, which some clients still use. */
function legacyCaller(authenticator: FindCaller, fields: FormFields, policy: string): Caller {
  const accessKey = needed(fields, 'awsaccesskeyid');
  const sessionToken = fields.get('x-amz-security-token');
  const signer = { accessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
  const caller = authenticator.findCaller(signer, Date.now());
  const expected = createHmac('sha1', caller.secretKey).update(policy).digest('base64');
  compare(expected, needed(fields, 'signature'));
  return caller;
}

function needed(fields: FormFields, name: string): string {
  const value = fields.get(name);
  if (value === undefined || value === '') {
    throw new S3Error('MissingFields', `The form lacks the field '${name}'.`);
  }
  return value;
}

function compare(expected: string, given: string): void {
  const bytes = Buffer.from(given, 'utf8');
  if (bytes.length !== expected.length || !timingSafeEqual(Buffer.from(expected), bytes)) {
    throw new S3Error('SignatureDoesNotMatch');
  }
}

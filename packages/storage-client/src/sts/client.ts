import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Credentials } from '@stowage/storage-wire/sigv4';
import { buildQuery } from '@stowage/storage-wire/uri';
import { parseXml, type XmlElement, xmlChild, xmlText } from '@stowage/storage-wire/xml';
import { responseUnreadable } from '../answer-error.ts';
import type { StorageDispatcher } from '../dispatcher.ts';
import { type CallingFor, Transport } from '../transport.ts';

/** The server to call, and the lifetime of the credentials. */
export interface StsCall {
  readonly endpoint: string;
  readonly region: string;
  /** 900 to 604800 on MinIO. */
  readonly durationSeconds: number;
  readonly dispatcher?: StorageDispatcher | undefined;
  readonly callingFor?: CallingFor | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface AssumeRole extends StsCall {
  readonly accessKey: string;
  readonly secretKey: string;
  /** JSON text of a policy that restricts the caller's own. */
  readonly policy?: string | undefined;
}

export interface AssumeRoleWithWebIdentity extends StsCall {
  /** The ID token (a JWT) of an OpenID provider trusted by the server. */
  readonly token: string;
  /** One of the server's roles; without it, a claim of the token names the policies. */
  readonly roleArn?: string | undefined;
}

export interface AssumeRoleWithLdapIdentity extends StsCall {
  readonly username: string;
  readonly password: string;
}

export interface TemporaryCredentials {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly sessionToken: string;
  /** When they expire. */
  readonly expiresAt: Date;
}

/** The valid form of credentials in headers: servers accept at most 16 KiB of headers. */
const SENDABLE = /^[\x21-\x7e]{1,16384}$/;

const STS_VERSION = '2011-06-15';

/**
 * Exchanges a long-lived access key for temporary credentials (STS AssumeRole).
 *
 * @throws StorageRequestError with STS's code: AccessDenied for wrong keys (MinIO; AWS returns
 *    InvalidClientTokenId or SignatureDoesNotMatch), InvalidParameterValue,
 *    MalformedPolicyDocument; StorageUnreachableError, StorageTimeoutError
 */
export function assumeRole(call: AssumeRole): Promise<TemporaryCredentials> {
  return ask(call, 'AssumeRole', { Policy: call.policy }, call);
}

/**
 * Exchanges an identity provider's token for temporary credentials (STS AssumeRoleWithWebIdentity).
 *
 * @throws StorageRequestError with STS's code: AccessDenied or InvalidParameterValue for a token
 *    that names no policy or is not trusted, ExpiredToken (MinIO: WebIdentityTokenExpired);
 *    StorageUnreachableError, StorageTimeoutError
 */
export function assumeRoleWithWebIdentity(
  call: AssumeRoleWithWebIdentity,
): Promise<TemporaryCredentials> {
  const proof = { WebIdentityToken: call.token, RoleArn: call.roleArn };
  return ask(call, 'AssumeRoleWithWebIdentity', proof);
}

/**
 * Exchanges a directory user's name and password for temporary credentials (MinIO's STS
 * AssumeRoleWithLDAPIdentity).
 *
 * @throws StorageRequestError with STS's code: AccessDenied (in some versions
 *    InvalidParameterValue) for a name or password that the directory rejects, for a user without a
 *    policy, and if the server uses no directory; StorageUnreachableError, StorageTimeoutError
 */
export function assumeRoleWithLdapIdentity(
  call: AssumeRoleWithLdapIdentity,
): Promise<TemporaryCredentials> {
  const proof = { LDAPUsername: call.username, LDAPPassword: call.password };
  return ask(call, 'AssumeRoleWithLDAPIdentity', proof);
}

/** Calls without keys are not signed: the form contains the proof of identity. */
async function ask(
  { endpoint, region, durationSeconds, dispatcher, callingFor, signal }: StsCall,
  action: string,
  parameters: Readonly<Record<string, string | undefined>>,
  keys?: Credentials,
): Promise<TemporaryCredentials> {
  const { accessKey = '', secretKey = '' } = keys ?? {};
  const credentials = { accessKey, secretKey };
  const transport = new Transport({ endpoint, region, credentials, dispatcher, callingFor }, 'sts');
  const form = buildQuery({
    Action: action,
    Version: STS_VERSION,
    DurationSeconds: String(durationSeconds),
    ...parameters,
  });
  const { bytes } = await transport.sendForBytes({
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(form),
    unsigned: keys === undefined,
    signal,
  });
  return readCredentials(bytes, `${action}Result`);
}

function readCredentials(bytes: Uint8Array, resultName: string): TemporaryCredentials {
  const result = xmlChild(parseAnswer(bytes), resultName);
  const credentials = result && xmlChild(result, 'Credentials');
  const field = (name: string) => {
    const text = credentials && xmlText(credentials, name);
    if (text === undefined || text === '') {
      throw responseUnreadable(200, `${name} is missing.`);
    }
    return text;
  };
  const key = (name: string) => {
    const text = field(name);
    if (!SENDABLE.test(text)) throw responseUnreadable(200, `${name} cannot be sent with a call.`);
    return text;
  };
  const expiresAt = new Date(field('Expiration'));
  if (Number.isNaN(expiresAt.getTime())) {
    throw responseUnreadable(200, 'Expiration is no date.');
  }
  return {
    accessKey: key('AccessKeyId'),
    secretKey: field('SecretAccessKey'),
    sessionToken: key('SessionToken'),
    expiresAt,
  };
}

function parseAnswer(bytes: Uint8Array): XmlElement {
  try {
    return parseXml(bytes);
  } catch (error) {
    throw error instanceof S3Error ? responseUnreadable(200, error.message) : error;
  }
}

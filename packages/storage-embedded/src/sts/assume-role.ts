import { hash } from 'node:crypto';
import { type PolicyDocument, PolicyError, parsePolicy } from '@stowage/domain/policy';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { parseQuery } from '@stowage/storage-wire/uri';
import { xmlDocument, xmlElement, xmlGroup } from '@stowage/storage-wire/xml';
import type { Caller } from '../auth/caller.ts';
import type { TemporaryCredentials } from '../auth/session-tokens.ts';
import type { Exchange } from '../http/exchange.ts';
import { type Reply, xmlReply } from '../http/reply.ts';
import type { Target } from '../http/target.ts';
import type { Store } from '../store.ts';
import { STS_NAMESPACE, StsError } from './sts-error.ts';

const MAX_BODY_BYTES = 64 * 1024;
const API_VERSION = '2011-06-15';
const DEFAULT_SECONDS = 3600;
const LEAST_SECONDS = 900;
const MAX_SECONDS = 365 * 24 * 3600;
const MAX_POLICY_LENGTH = 2048;
const MAX_REVOKE_TYPE = 128;

/** Whether a request is for STS: a form posted to the root. */
export function isStsCall(method: string | undefined, path: string, contentType?: string): boolean {
  return (
    method === 'POST' &&
    path === '/' &&
    contentType?.toLowerCase().startsWith('application/x-www-form-urlencoded') === true
  );
}

/**
 * STS AssumeRole: temporary credentials for the one who signs the request.
 *
 * @throws StsError, S3Error where the body or the signature is wrong
 */
export async function assumeRole(store: Store, exchange: Exchange, target: Target): Promise<Reply> {
  const body = await exchange.body.read(MAX_BODY_BYTES);
  const form = new Map(parseQuery(body.toString('utf8')));
  checkCall(form);
  const caller = authenticate(store, exchange, target, body);
  const policy = sessionPolicy(form.get('Policy') ?? '');
  const expiresAt = Date.now() + readDuration(form.get('DurationSeconds') ?? '') * 1000;
  const revokeType = readRevokeType(form.get('TokenRevokeType') ?? '');
  const { identities } = store;
  const credentials = await identities.inTurn(async () => {
    const { secretKey, sessionToken, generation, ...session } = store.tokens.issue({
      parent: caller.account,
      generation: generationOf(store, caller),
      expiresAt,
      ...(policy === undefined ? {} : { policy }),
      ...(revokeType === '' ? {} : { revokeType }),
    });
    await identities.sessions.add(session);
    return { ...session, secretKey, sessionToken, generation };
  });
  return xmlReply(responseXml(credentials, exchange.requestId));
}

function checkCall(form: ReadonlyMap<string, string>): void {
  const version = form.get('Version') ?? '';
  if (version !== API_VERSION) {
    throw new StsError(
      'MissingParameter',
      `Invalid STS API version ${version}, expecting ${API_VERSION}`,
    );
  }
  const action = form.get('Action') ?? '';
  if (action !== 'AssumeRole') {
    throw new StsError('InvalidParameterValue', `Unsupported action ${action}`);
  }
}

function authenticate(
  store: Store,
  { message }: Exchange,
  target: Target,
  body: Uint8Array,
): Caller {
  const { caller } = store.authenticator.authenticate(
    {
      method: 'POST',
      rawPath: target.rawPath,
      rawQuery: target.rawQuery,
      headers: message.headers,
      rawHeaders: message.rawHeaders,
    },
    { service: 'sts', payloadHash: hash('sha256', body, 'hex') },
  );
  // Keys that came from others give no further ones.
  if (caller.kind !== 'root' && caller.kind !== 'user') {
    throw new S3Error('AccessDenied');
  }
  return caller;
}

function generationOf(store: Store, caller: Caller): string {
  const { root } = store.authenticator;
  const generation = caller.owner
    ? root.generation
    : store.identities.users.get(caller.account)?.generation;
  if (generation === undefined) {
    throw new S3Error('InvalidAccessKeyId');
  }
  return generation;
}

function sessionPolicy(text: string): PolicyDocument | undefined {
  if (text === '') {
    return undefined;
  }
  const policy = parse(text);
  if (JSON.stringify(policy).length > MAX_POLICY_LENGTH) {
    throw new StsError(
      'InvalidParameterValue',
      `Session policy should not exceed ${MAX_POLICY_LENGTH} characters`,
    );
  }
  return policy;
}

function parse(text: string): PolicyDocument {
  try {
    return parsePolicy(text);
  } catch (error) {
    throw error instanceof PolicyError
      ? new StsError('InvalidParameterValue', error.message)
      : error;
  }
}

function readRevokeType(text: string): string {
  if (text.length > MAX_REVOKE_TYPE) {
    throw new StsError('InvalidParameterValue', 'The type of the token is too long.');
  }
  return text;
}

function readDuration(text: string): number {
  if (text === '') {
    return DEFAULT_SECONDS;
  }
  const seconds = /^[0-9]{1,9}$/.test(text) ? Number(text) : 0;
  if (seconds < LEAST_SECONDS || seconds > MAX_SECONDS) {
    throw new StsError('InvalidParameterValue', 'invalid token expiry');
  }
  return seconds;
}

function responseXml(credentials: TemporaryCredentials, requestId: string): string {
  const expiration = new Date(credentials.expiresAt).toISOString().replace('.000Z', 'Z');
  return xmlDocument(
    'AssumeRoleResponse',
    [
      xmlGroup('AssumeRoleResult', [
        xmlGroup('AssumedRoleUser', [xmlElement('Arn', ''), xmlElement('AssumeRoleId', '')]),
        xmlGroup('Credentials', [
          xmlElement('AccessKeyId', credentials.accessKey),
          xmlElement('SecretAccessKey', credentials.secretKey),
          xmlElement('SessionToken', credentials.sessionToken),
          xmlElement('Expiration', expiration),
        ]),
      ]),
      xmlGroup('ResponseMetadata', [xmlElement('RequestId', requestId)]),
    ],
    STS_NAMESPACE,
  );
}

import { S3Error } from '@stowage/storage-wire/s3-error';
import { buildQuery } from '@stowage/storage-wire/uri';
import { parseXml, type XmlElement, xmlChild, xmlText } from '@stowage/storage-wire/xml';
import { responseUnreadable } from '../answer-error.ts';
import type { StorageDispatcher } from '../dispatcher.ts';
import { Transport } from '../transport.ts';

export interface AssumeRole {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** 900 to 604800 on MinIO. */
  readonly durationSeconds: number;
  /** JSON text of a policy that narrows the caller's own. */
  readonly policy?: string | undefined;
  readonly dispatcher?: StorageDispatcher | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface TemporaryCredentials {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly sessionToken: string;
  /** When they stop working. */
  readonly expiresAt: Date;
}

const STS_VERSION = '2011-06-15';

/**
 * Exchanges a long-lived access key for temporary credentials (STS AssumeRole).
 *
 * @throws StorageRequestError with STS's code: AccessDenied for wrong keys (MinIO; AWS names
 *   InvalidClientTokenId or SignatureDoesNotMatch), InvalidParameterValue, MalformedPolicyDocument;
 *   StorageUnreachableError, StorageTimeoutError
 */
export async function assumeRole(call: AssumeRole): Promise<TemporaryCredentials> {
  const transport = new Transport(
    {
      endpoint: call.endpoint,
      region: call.region,
      credentials: { accessKey: call.accessKey, secretKey: call.secretKey },
      dispatcher: call.dispatcher,
    },
    'sts',
  );
  const form = buildQuery({
    Action: 'AssumeRole',
    Version: STS_VERSION,
    DurationSeconds: String(call.durationSeconds),
    Policy: call.policy,
  });
  const { bytes } = await transport.sendForBytes({
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(form),
    signal: call.signal,
  });
  return readCredentials(bytes);
}

function readCredentials(bytes: Uint8Array): TemporaryCredentials {
  const result = xmlChild(parseAnswer(bytes), 'AssumeRoleResult');
  const credentials = result && xmlChild(result, 'Credentials');
  const field = (name: string) => {
    const text = credentials && xmlText(credentials, name);
    if (text === undefined || text === '') {
      throw responseUnreadable(200, `${name} is missing.`);
    }
    return text;
  };
  const expiresAt = new Date(field('Expiration'));
  if (Number.isNaN(expiresAt.getTime())) {
    throw responseUnreadable(200, 'Expiration is no date.');
  }
  return {
    accessKey: field('AccessKeyId'),
    secretKey: field('SecretAccessKey'),
    sessionToken: field('SessionToken'),
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

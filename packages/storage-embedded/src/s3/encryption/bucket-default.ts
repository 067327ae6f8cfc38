import { S3Error } from '@stowage/storage-wire/s3-error';
import {
  type XmlElement,
  xmlChild,
  xmlChildren,
  xmlDocument,
  xmlElement,
  xmlGroup,
  xmlText,
} from '@stowage/storage-wire/xml';
import type { StoredBucket } from '../../engine/types.ts';
import { type EncryptionWish, plainKeyId } from './encryption-wish.ts';

/** Name of the settings document that holds a bucket's default encryption. */
export const ENCRYPTION_SETTING = 'encryption';

/** Default encryption for new objects whose writer does not ask for any. */
export interface BucketDefault {
  readonly algorithm: 'AES256' | 'aws:kms';
  /** As specified; '' with AES256. */
  readonly keyId: string;
}

/** Returns the default encryption of new objects; undefined if none. */
export function bucketDefault({ settings }: StoredBucket): EncryptionWish | undefined {
  const text = settings[ENCRYPTION_SETTING];
  if (text === undefined) {
    return undefined;
  }
  const { algorithm, keyId }: BucketDefault = JSON.parse(text);
  return algorithm === 'AES256'
    ? { kind: 'SSE-S3' }
    : { kind: 'SSE-KMS', keyId: plainKeyId(keyId) };
}

/**
 * Parses a ServerSideEncryptionConfiguration document. Like MinIO, requires exactly one rule, and a
 * named key for aws:kms.
 *
 * @throws S3Error MalformedXML
 */
export function parseBucketDefault(root: XmlElement): BucketDefault {
  const rules = xmlChildren(root, 'Rule');
  const [rule] = rules;
  const action = rule && xmlChild(rule, 'ApplyServerSideEncryptionByDefault');
  const algorithm = action && xmlText(action, 'SSEAlgorithm');
  const keyId = (action && xmlText(action, 'KMSMasterKeyID')) ?? '';
  const valid =
    root.name === 'ServerSideEncryptionConfiguration' &&
    rules.length === 1 &&
    (algorithm === 'AES256' ? keyId === '' : keyId !== '' && keyId.trim() === keyId);
  if (!valid || (algorithm !== 'AES256' && algorithm !== 'aws:kms')) {
    throw new S3Error('MalformedXML');
  }
  return { algorithm, keyId };
}

export function writeBucketDefault({ algorithm, keyId }: BucketDefault): string {
  return xmlDocument('ServerSideEncryptionConfiguration', [
    xmlGroup('Rule', [
      xmlGroup('ApplyServerSideEncryptionByDefault', [
        xmlElement('SSEAlgorithm', algorithm),
        keyId === '' ? undefined : xmlElement('KMSMasterKeyID', keyId),
      ]),
    ]),
  ]);
}

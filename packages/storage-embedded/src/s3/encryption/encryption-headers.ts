import type { ApiRequest } from '../../api-request.ts';
import type { ObjectAttributes } from '../../engine/types.ts';
import { CUSTOMER_PREFIX } from './customer-key.ts';
import { keptEncryption } from './object-keys.ts';

/** Returns the response headers about the encryption of an object, names and values alternating. */
export function encryptionHeaders(
  request: ApiRequest,
  attributes: Pick<ObjectAttributes, 'encryption'>,
): string[] {
  const kept = keptEncryption(attributes);
  switch (kept?.kind) {
    case undefined:
      return [];
    case 'SSE-S3':
      return ['x-amz-server-side-encryption', 'AES256'];
    case 'SSE-KMS':
      return [
        'x-amz-server-side-encryption',
        'aws:kms',
        'x-amz-server-side-encryption-aws-kms-key-id',
        kept.keyId ?? '',
        ...(kept.context === undefined
          ? []
          : ['x-amz-server-side-encryption-context', kept.context]),
      ];
    case 'SSE-C': {
      const digest = request.header(`${CUSTOMER_PREFIX}key-md5`);
      return digest === undefined
        ? []
        : [`${CUSTOMER_PREFIX}algorithm`, 'AES256', `${CUSTOMER_PREFIX}key-MD5`, digest];
    }
  }
}

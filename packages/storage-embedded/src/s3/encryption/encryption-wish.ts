const KMS_ARN = 'arn:aws:kms:';

/** How a content is to be encrypted. */
export type EncryptionWish =
  | { readonly kind: 'SSE-S3' }
  | {
      readonly kind: 'SSE-KMS';
      /** '' for the default key. */
      readonly keyId: string;
      /** Base64 of a JSON object, as sent by the client. */
      readonly context?: string;
    }
  | { readonly kind: 'SSE-C'; readonly key: Uint8Array };

/** Returns the name of a key without the prefix that AWS and MinIO put before it. */
export function plainKeyId(keyId: string): string {
  return keyId.startsWith(KMS_ARN) ? keyId.slice(KMS_ARN.length) : keyId;
}

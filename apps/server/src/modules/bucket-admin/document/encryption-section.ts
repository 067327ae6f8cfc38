import { unlessDenied } from '../../../upstream/unless-denied.ts';
import { keyName, listKeys, readEncryption, writeEncryption } from '../settings/encryption.ts';
import type { SectionRules } from './section-rules.ts';

export const encryptionSection: SectionRules<'encryption'> = {
  setting: 'encryption',
  action: () => 's3:PutEncryptionConfiguration',
  async read({ s3, bucket, signal }) {
    const encryption = await readEncryption(s3, bucket, signal);
    if (!encryption) return null;
    const key = keyName(encryption);
    return {
      type: encryption.algorithm === 'AES256' ? 'sse-s3' : 'sse-kms',
      ...(key !== undefined && { key }),
    };
  },
  async refusal(encryption, { admin, signal }) {
    if (encryption === null) return undefined;
    const { type, key } = encryption;
    if (type === 'sse-kms' && !key) return 'SSE-KMS needs the name of a key.';
    const service = await unlessDenied(listKeys(admin, signal));
    if (service?.configured === false) return 'The storage server has no key service.';
    const unknown = service && type === 'sse-kms' && key && !service.keys.includes(key);
    return unknown ? `The key service has no key '${key}' for this account.` : undefined;
  },
  async write(encryption, { s3, bucket }) {
    if (encryption === null) await s3.deleteBucketEncryption({ bucket });
    else await writeEncryption(s3, bucket, toStorage(encryption));
  },
};

function toStorage({ type, key }: { readonly type: string; readonly key?: string | undefined }) {
  return type === 'sse-s3' ? { algorithm: 'AES256' } : { algorithm: 'aws:kms', keyId: key };
}

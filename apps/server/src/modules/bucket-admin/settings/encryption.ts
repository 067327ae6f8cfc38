import * as contract from '@stowage/contract/bucket-admin/settings';
import type { AdminClient } from '@stowage/storage-client/admin';
import { StorageRequestError } from '@stowage/storage-client/errors';
import type { BucketEncryption, S3Client } from '@stowage/storage-client/s3';
import type { z } from 'zod';
import { refusedField, unlessMissing } from '../../../changes/refused-field.ts';
import { revisionOf } from '../../../changes/revision.ts';
import { ConsoleError } from '../../../console-error.ts';
import type { Call, RouteModule } from '../../../plugins/contract-routes.ts';
import { checkBucket } from '../../../storage-names.ts';
import { unlessDenied } from '../../../upstream/unless-denied.ts';
import type { BucketAdmin } from '../bucket-admin.ts';
import { changeSetting } from '../change-setting.ts';

type Wish = z.infer<typeof contract.enableEncryption.body>;
type KeyService = z.infer<typeof contract.listKmsKeys.response>;

/** AWS policies and clients write keys with this prefix; the key service knows only the name. */
const KEY_ARN = 'arn:aws:kms:';
/** The server's error codes for a missing or unusable key. */
const KEY_REFUSED = ['KMS.NotFoundException', 'kms:KeyNotFound', 'kms:NotAuthorized'];

/** How new objects of the bucket are encrypted, and which keys are available. */
export function encryptionRoutes({ storage, turns }: BucketAdmin): RouteModule {
  return ({ serve }) => {
    serve(contract.getEncryption, async ({ session, params, signal }) => {
      const { s3 } = storage.clientsOf(session);
      const encryption = await readEncryption(s3, checkBucket(params.bucket), signal);
      if (encryption === null) throw new ConsoleError('EncryptionNotFound');
      return present(encryption);
    });

    const change = async (
      { session, params, query, signal }: Omit<Call<typeof contract.disableEncryption>, 'body'>,
      encryption: BucketEncryption | undefined,
    ) => {
      const bucket = checkBucket(params.bucket);
      const { s3 } = storage.clientsOf(session);
      await changeSetting({
        turns,
        bucket,
        setting: 'encryption',
        signal,
        revision: query.revision,
        read: () => readEncryption(s3, bucket, signal),
        write: () =>
          encryption === undefined
            ? s3.deleteBucketEncryption({ bucket })
            : writeEncryption(s3, bucket, encryption),
      });
    };

    serve(contract.enableEncryption, ({ body, ...call }) => change(call, encryptionOf(body)));
    serve(contract.disableEncryption, (call) => change(call, undefined));

    serve(contract.listKmsKeys, async ({ session, signal }) =>
      listKeys(storage.clientsOf(session).admin, signal),
    );
  };
}

/** Null if new objects are not encrypted. */
export async function readEncryption(
  s3: Pick<S3Client, 'getBucketEncryption'>,
  bucket: string,
  signal: AbortSignal,
): Promise<BucketEncryption | null> {
  const code = 'ServerSideEncryptionConfigurationNotFoundError';
  return (await unlessMissing(code, s3.getBucketEncryption({ bucket, signal }))) ?? null;
}

/** @throws ConsoleError InvalidInput if the server does not know the key */
export function writeEncryption(
  s3: Pick<S3Client, 'putBucketEncryption'>,
  bucket: string,
  encryption: BucketEncryption,
): Promise<void> {
  return refusedField('kmsKeyID', KEY_REFUSED, s3.putBucketEncryption({ bucket, encryption }));
}

/** The name of the key, without the AWS prefix. */
export function keyName({ keyId }: BucketEncryption): string | undefined {
  return keyId?.startsWith(KEY_ARN) ? keyId.slice(KEY_ARN.length) : keyId;
}

function encryptionOf({ encType, kmsKeyID = '' }: Wish): BucketEncryption {
  if (encType === 'sse-s3') return { algorithm: 'AES256' };
  if (kmsKeyID.trim() === '') {
    throw new ConsoleError('InvalidInput', {
      field: 'kmsKeyID',
      detail: 'SSE-KMS needs the name of a key.',
    });
  }
  return { algorithm: 'aws:kms', keyId: kmsKeyID.trim() };
}

function present(encryption: BucketEncryption): contract.Encryption {
  const revision = revisionOf(encryption);
  const key = keyName(encryption);
  return {
    algorithm: encryption.algorithm,
    ...(key !== undefined && { kmsMasterKeyID: key }),
    revision,
  };
}

/**
 * The error codes of servers without a key service: MinIO without one, and servers other than
 * MinIO.
 */
const NO_KEY_SERVICE: ReadonlySet<string> = new Set(['NotImplemented', 'MethodNotAllowed']);

/** The keys that buckets can be encrypted with, if the caller may list them. */
export async function listKeys(
  admin: Pick<AdminClient, 'listKmsKeys' | 'kmsStatus'>,
  signal: AbortSignal,
): Promise<KeyService> {
  try {
    const [keys, defaultKey] = await Promise.all([
      admin.listKmsKeys({ signal }),
      readDefaultKey(admin, signal),
    ]);
    return {
      configured: true,
      ...(defaultKey !== '' && { default_key: defaultKey }),
      keys: [...keys].sort(),
    };
  } catch (error) {
    if (error instanceof StorageRequestError && NO_KEY_SERVICE.has(error.code)) {
      return { configured: false, keys: [] };
    }
    throw error;
  }
}

/** Some users who may list keys may not read the service's status. */
async function readDefaultKey(
  admin: Pick<AdminClient, 'kmsStatus'>,
  signal: AbortSignal,
): Promise<string> {
  return (await unlessDenied(admin.kmsStatus({ signal })))?.defaultKey ?? '';
}

import * as contract from '@stowage/contract/bucket-admin/settings';
import { accessOf, publicPolicy } from '@stowage/domain/bucket-access';
import { PolicyError, parseBucketPolicy } from '@stowage/domain/policy';
import type { S3Client } from '@stowage/storage-client/s3';
import type { z } from 'zod';
import { refusedField, unlessMissing } from '../../../changes/refused-field.ts';
import { revisionOf } from '../../../changes/revision.ts';
import { ConsoleError } from '../../../console-error.ts';
import type { RouteModule } from '../../../plugins/contract-routes.ts';
import { checkBucket } from '../../../storage-names.ts';
import { hasCode } from '../../../upstream/has-code.ts';
import { unlessDenied } from '../../../upstream/unless-denied.ts';
import type { BucketAdmin } from '../bucket-admin.ts';
import { changeSetting } from '../change-setting.ts';

type Wish = z.infer<typeof contract.setAccessPolicy.body>;

/** What anonymous users may do with the bucket. */
export function accessPolicyRoutes({ storage, turns }: BucketAdmin): RouteModule {
  return ({ serve }) => {
    serve(contract.getAccessPolicy, async ({ session, params, signal }) => {
      const bucket = checkBucket(params.bucket);
      const { s3 } = storage.clientsOf(session);
      return present(bucket, await readPolicy(s3, bucket, signal));
    });

    serve(contract.setAccessPolicy, async ({ session, params, query, body, signal }) => {
      const bucket = checkBucket(params.bucket);
      const { s3 } = storage.clientsOf(session);
      const policy = policyOf(bucket, body);
      const written = await changeSetting({
        turns,
        bucket,
        setting: 'policy',
        signal,
        revision: query.revision,
        read: async () => policyState(await readPolicy(s3, bucket, signal)),
        write: async () => {
          await writePolicy(s3, bucket, policy);
          // The server rewrites the policy. Not everyone who may write it may read it.
          return policy && ((await unlessDenied(readPolicy(s3, bucket))) ?? policy);
        },
      });
      return { name: bucket, ...present(bucket, written) };
    });
  };
}

/** The bucket's policy as JSON; undefined if it has none. */
export function readPolicy(
  s3: Pick<S3Client, 'getBucketPolicy'>,
  bucket: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  return unlessMissing('NoSuchBucketPolicy', s3.getBucketPolicy({ bucket, signal }));
}

/**
 * The revision of a policy depends on its meaning, not its whitespace. The lists of a statement are
 * sets, whose order in MinIO varies.
 */
export function policyState(text: string | undefined): unknown {
  if (text === undefined) return null;
  try {
    return JSON.parse(text, (_name, value: unknown) => (isTextList(value) ? value.sort() : value));
  } catch {
    return text;
  }
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

/**
 * Sets or removes the bucket's policy.
 * @throws ConsoleError InvalidInput with the server's message if it rejects the policy
 */
export async function writePolicy(
  s3: Pick<S3Client, 'putBucketPolicy' | 'deleteBucketPolicy'>,
  bucket: string,
  policy: string | undefined,
): Promise<void> {
  if (policy === undefined) return deletePolicy(s3, bucket);
  await refusedField(
    'definition',
    ['MalformedPolicy', 'PolicyTooLarge'],
    s3.putBucketPolicy({ bucket, policy }),
  );
}

/** Deleting requires a permission of its own; the contract names that of the usual change. */
async function deletePolicy(
  s3: Pick<S3Client, 'deleteBucketPolicy'>,
  bucket: string,
): Promise<void> {
  try {
    await s3.deleteBucketPolicy({ bucket });
  } catch (cause) {
    if (!hasCode(cause, 'AccessDenied')) throw cause;
    const detail = 'The storage server refuses s3:DeleteBucketPolicy to this account.';
    throw new ConsoleError('AccessDenied', { detail, cause });
  }
}

function policyOf(bucket: string, { access, definition }: Wish): string | undefined {
  switch (access) {
    case 'PRIVATE':
      return undefined;
    case 'PUBLIC':
      return publicPolicy(bucket);
    case 'CUSTOM':
      return checkPolicy(bucket, definition ?? '');
  }
}

/**
 * Rejects what no server accepts: invalid JSON, too large a policy, or one for another bucket.
 * Actions and conditions are left to the server to check.
 */
function checkPolicy(bucket: string, text: string): string {
  try {
    parseBucketPolicy(text, bucket);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    if (!SERVER_DECIDES.has(error.problem)) {
      throw new ConsoleError('InvalidInput', { field: 'definition', detail: error.message });
    }
  }
  return text;
}

const SERVER_DECIDES: ReadonlySet<PolicyError['problem']> = new Set([
  'unsupported-action',
  'unsupported-key',
  'unsupported-operator',
  'unsupported-principal',
  'unsupported-version',
]);

function present(bucket: string, text: string | undefined): contract.AccessPolicy {
  return {
    access: accessOf(bucket, text),
    ...(text !== undefined && { definition: text }),
    revision: revisionOf(policyState(text)),
  };
}

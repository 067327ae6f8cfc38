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
          // The server keeps the policy in its own words. Not all who write it may read them.
          return policy && ((await unlessDenied(readPolicy(s3, bucket))) ?? policy);
        },
      });
      return { name: bucket, ...present(bucket, written) };
    });
  };
}

/** The bucket's policy, JSON text; undefined when it has none. */
export function readPolicy(
  s3: Pick<S3Client, 'getBucketPolicy'>,
  bucket: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  return unlessMissing('NoSuchBucketPolicy', s3.getBucketPolicy({ bucket, signal }));
}

/**
 * What the revision of a policy is made from: its meaning, not its spaces. The lists of
 * a statement are sets, which MinIO writes in another order each time.
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
 * Gives the bucket a policy, or none.
 * @throws ConsoleError InvalidInput in the server's words when it does not take the policy
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

/** Deleting has a permission of its own; the contract names the one of the usual change. */
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
 * Refuses what no server takes: it is no JSON, too large, or about another bucket. What
 * actions and conditions there are, the server knows better.
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

import * as contract from '@stowage/contract/bucket-admin/settings';
import type { S3Client } from '@stowage/storage-client/s3';
import { refusedField, unlessMissing } from '../../../changes/refused-field.ts';
import { revisionOf } from '../../../changes/revision.ts';
import type { RouteModule } from '../../../plugins/contract-routes.ts';
import { checkBucket } from '../../../storage-names.ts';
import type { BucketAdmin } from '../bucket-admin.ts';
import { changeSetting } from '../change-setting.ts';

/** The tags of the bucket. */
export function tagsRoutes({ storage, turns }: BucketAdmin): RouteModule {
  return ({ serve }) => {
    serve(contract.getTags, async ({ session, params, signal }) => {
      const { s3 } = storage.clientsOf(session);
      const tags = await readTags(s3, checkBucket(params.bucket), signal);
      return { tags, revision: revisionOf(tags) };
    });

    serve(contract.setTags, async ({ session, params, query, body, signal }) => {
      const bucket = checkBucket(params.bucket);
      const { s3 } = storage.clientsOf(session);
      await changeSetting({
        turns,
        bucket,
        setting: 'tags',
        signal,
        revision: query.revision,
        read: () => readTags(s3, bucket, signal),
        write: () => writeTags(s3, bucket, body.tags),
      });
    });
  };
}

export async function readTags(
  s3: Pick<S3Client, 'getBucketTagging'>,
  bucket: string,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  return (await unlessMissing('NoSuchTagSet', s3.getBucketTagging({ bucket, signal }))) ?? {};
}

/** @throws ConsoleError InvalidInput if the server rejects any of them */
export function writeTags(
  s3: Pick<S3Client, 'putBucketTagging' | 'deleteBucketTagging'>,
  bucket: string,
  tags: Readonly<Record<string, string>>,
): Promise<void> {
  if (Object.keys(tags).length === 0) return s3.deleteBucketTagging({ bucket });
  return refusedField(
    'tags',
    ['InvalidTag', 'BadRequest', 'MalformedXML'],
    s3.putBucketTagging({ bucket, tags }),
  );
}

import { endpoint, storage } from './endpoint.ts';
import { versionErrors } from './storage-errors.ts';
import { z } from './zod.ts';

const BucketName = z.object({ bucket: z.string() });
const ObjectQuery = z.object({ prefix: z.string(), version_id: z.string().optional() });
/**
 * Returns a link that lets anyone download an object, signed with the caller's own credentials. It
 * is valid for `expires`, milliseconds with unit ('3600000ms', at most and by default 7 days), but
 * never beyond the expiry of the session's temporary credentials. Its parameters X-Amz-Date and
 * X-Amz-Expires give the actual validity. Prefix and version_id are base64 of the UTF-8 text.
 */
export const shareObject = endpoint({
  id: 'shares.create',
  method: 'GET',
  path: '/buckets/{bucket}/objects/share',
  summary: 'A link to an object that is valid for a time',
  permission: storage('s3:GetObject'),
  params: BucketName,
  query: ObjectQuery.extend({ expires: z.string().max(64).optional() }),
  response: z.url(),
  status: 200,
  errors: versionErrors,
});

/**
 * Returns the plain address of an object that the bucket's policy lets anonymous users read: it has
 * no signature and never expires. None if they may not, or if the caller may not see the policy.
 */
export const getPublicAddress = endpoint({
  id: 'shares.getPublicAddress',
  method: 'GET',
  path: '/buckets/{bucket}/objects/share/public',
  summary: 'The address of an object that anonymous users may read',
  permission: storage('s3:GetBucketPolicy'),
  params: BucketName,
  query: ObjectQuery,
  response: z.object({ url: z.url().optional() }),
  status: 200,
  errors: versionErrors,
});

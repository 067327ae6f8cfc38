import type { Bucket } from '@stowage/contract/buckets';
import { grants } from '@stowage/domain/actions';
import { useQueries } from '@tanstack/react-query';
import { bucketAccessQuery } from '../api/list-bucket-access.ts';

/** Maximum buckets per request: each takes the server a call to the storage. */
const blockSize = 50;

/**
 * Returns the buckets at these positions with their access, which the list does not include, once
 * it is known.
 */
export function useBucketAccess(
  buckets: readonly Bucket[],
  places: readonly number[],
): (bucket: Bucket) => Bucket {
  const blocks = [...new Set(places.map((place) => Math.floor(place / blockSize)))];
  const lists = blocks
    .map((block) => buckets.slice(block * blockSize, (block + 1) * blockSize))
    .map((list) =>
      list
        .filter(({ allowedActions }) => grants(allowedActions, 's3:GetBucketPolicy'))
        .map(({ name }) => name),
    );
  const answers = useQueries({
    queries: lists.map((names) => ({ ...bucketAccessQuery(names), enabled: names.length > 0 })),
  });
  return (bucket) => {
    const known = answers.find(({ data }) => data?.access[bucket.name] !== undefined)?.data;
    if (known === undefined) return bucket;
    const { access, anonymous } = known;
    return { ...bucket, access: access[bucket.name], anonymous: anonymous.includes(bucket.name) };
  };
}

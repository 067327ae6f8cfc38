import type { Bucket } from '@stowage/contract/buckets';
import { grants } from '@stowage/domain/actions';
import { useQuery } from '@tanstack/react-query';
import { versioningQuery } from '#web/entities/bucket/versioning-query.ts';

/** Whether versioning is enabled for a bucket, or was until it was suspended. */
export function useVersioned({ name, details, allowedActions }: Bucket): boolean {
  const { data } = useQuery({
    ...versioningQuery(name),
    enabled: grants(allowedActions, 's3:GetBucketVersioning'),
  });
  if (data) return data.is_versioned || data.status === 'suspended';
  return details?.versioning === true || details?.versioningSuspended === true;
}

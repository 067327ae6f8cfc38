import type { BucketUsage } from '../engine/types.ts';
import { jsonReply } from '../http/reply.ts';
import type { Operation } from '../s3/operation.ts';
import type { Store } from '../store.ts';
import { VERSION_CLASSES } from './version-classes.ts';

/** MinIO's names of the engine's size classes, in order. */
export const SIZE_CLASSES = [
  'LESS_THAN_1024_B',
  'BETWEEN_1024B_AND_1_MB',
  'BETWEEN_1_MB_AND_10_MB',
  'BETWEEN_10_MB_AND_64_MB',
  'BETWEEN_64_MB_AND_128_MB',
  'BETWEEN_128_MB_AND_512_MB',
  'GREATER_THAN_512_MB',
];

/** Sums over all buckets. */
export interface TotalUsage {
  readonly size: number;
  readonly objects: number;
  readonly versions: number;
  readonly deleteMarkers: number;
}

/** MinIO's DataUsageInfo. The counters are always current; the time is that of the last scan. */
export const getDataUsage: Operation = {
  name: 'DataUsageInfo',
  action: 'admin:DataUsageInfo',
  run: ({ store }) => {
    const usage = store.engine.usage();
    const total = totalUsage(usage);
    return jsonReply({
      lastUpdate: new Date(store.scanner.lastCycleAt ?? store.startedAt).toISOString(),
      objectsCount: total.objects,
      versionsCount: total.versions,
      deleteMarkersCount: total.deleteMarkers,
      objectsTotalSize: total.size,
      bucketsCount: usage.length,
      bucketsUsageInfo: Object.fromEntries(
        usage.map((bucket) => [
          bucket.bucket,
          {
            size: bucket.size,
            objectsCount: bucket.objects,
            versionsCount: bucket.versions,
            deleteMarkersCount: bucket.deleteMarkers,
            objectsSizesHistogram: sizeHistogram(bucket),
            objectsVersionsHistogram: versionHistogram(store, bucket),
          },
        ]),
      ),
      bucketsSizes: Object.fromEntries(usage.map(({ bucket, size }) => [bucket, size])),
    });
  },
};

export function totalUsage(usage: readonly BucketUsage[]): TotalUsage {
  const total = { size: 0, objects: 0, versions: 0, deleteMarkers: 0 };
  for (const bucket of usage) {
    total.size += bucket.size;
    total.objects += bucket.objects;
    total.versions += bucket.versions;
    total.deleteMarkers += bucket.deleteMarkers;
  }
  return total;
}

/** Returns the number of objects by MinIO's names of size classes. */
export function sizeHistogram({ histogram }: BucketUsage): Record<string, number> {
  return Object.fromEntries(SIZE_CLASSES.map((name, index) => [name, histogram[index] ?? 0]));
}

/**
 * Returns the number of objects by MinIO's names of version classes. Buckets that never had
 * versioning are counted without a scan; for others, the counts are from the last scan.
 */
export function versionHistogram(
  { engine, scanner }: Pick<Store, 'engine' | 'scanner'>,
  { bucket, objects }: BucketUsage,
): Record<string, number> {
  const versioned = engine.getBucket(bucket)?.versioning !== 'off';
  const seen = versioned ? scanner.versionsOf(bucket) : undefined;
  return Object.fromEntries([
    ['UNVERSIONED', versioned ? 0 : objects],
    ...VERSION_CLASSES.map(([name], index) => [name, seen?.[index] ?? 0]),
  ]);
}

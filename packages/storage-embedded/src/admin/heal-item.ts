import type { HealCopyState, HealedVersion } from '../engine/healing.ts';
import type { DriveState } from '../engine/types.ts';

/** MinIO's names for the state of a copy on a drive. */
const STATES: Readonly<Record<HealCopyState, string>> = {
  whole: 'ok',
  damaged: 'corrupt',
  missing: 'missing',
  away: 'offline',
};

interface HealDrive {
  readonly uuid: string;
  readonly endpoint: string;
  readonly state: string;
}

/** MinIO's HealResultItem, without its index. */
export interface HealItem {
  readonly type: 'bucket' | 'object';
  readonly bucket: string;
  readonly object: string;
  readonly versionId: string;
  readonly detail: string;
  readonly parityBlocks: number;
  readonly dataBlocks: number;
  readonly diskCount: number;
  readonly setCount: number;
  readonly before: { readonly drives: readonly HealDrive[] };
  readonly after: { readonly drives: readonly HealDrive[] };
  readonly objectSize: number;
}

/** A bucket is kept on every working drive. */
export function bucketItem(bucket: string, drives: readonly DriveState[]): HealItem {
  const states = drives.map(({ uuid, path, state }) => ({ uuid, endpoint: path, state }));
  return {
    ...{ type: 'bucket', bucket, object: '', versionId: '', detail: '', objectSize: 0 },
    ...{ parityBlocks: 0, dataBlocks: 0, diskCount: drives.length, setCount: 1 },
    before: { drives: states },
    after: { drives: states },
  };
}

/**
 * Describes what was found of a version. MinIO's clients derive how close it was to being lost from
 * the number of drives that can be missing: all but one of those that have it, as every part has
 * two copies, or all bad ones if each part still had a good copy.
 */
export function objectItem(version: HealedVersion, drives: readonly DriveState[]): HealItem {
  const { bucket, key, versionId, size, copies, lost, problem = '' } = version;
  const bad = copies.filter(({ before }) => before !== 'whole').length;
  const spare = lost ? 1 : Math.max(1, bad);
  const listed = (when: 'before' | 'after') => ({
    drives: copies.map((copy) => {
      const { uuid = '', path: endpoint = '' } = drives[copy.slot] ?? {};
      return { uuid, endpoint, state: STATES[copy[when]] };
    }),
  });
  return {
    type: 'object',
    bucket,
    object: key,
    versionId: versionId === 'null' ? '' : versionId,
    detail: problem,
    parityBlocks: Math.min(spare, copies.length),
    dataBlocks: Math.max(0, copies.length - spare),
    diskCount: copies.length,
    setCount: 1,
    before: listed('before'),
    after: listed('after'),
    objectSize: size,
  };
}

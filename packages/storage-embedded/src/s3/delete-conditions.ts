import { S3Error } from '@stowage/storage-wire/s3-error';
import type { DeleteGuard, StoredObject } from '../engine/types.ts';
import { matchesEtag, parseEtags } from './etags.ts';

/** Preconditions of a deletion, as clients write them. */
export interface DeleteConditions {
  /** ETags, or '*'. */
  readonly ifMatch?: string | undefined;
  /** HTTP date, with a resolution of one second. */
  readonly lastModified?: string | undefined;
  /** In bytes. */
  readonly size?: string | undefined;
}

/**
 * Checks preconditions at the moment of the deletion. A missing object meets all of them, and
 * nothing is deleted; a delete marker counts as an object without content.
 *
 * @returns undefined if there are no conditions
 * @throws S3Error InvalidArgument for an invalid date or size
 */
export function deleteGuard({
  ifMatch,
  lastModified,
  size,
}: DeleteConditions): DeleteGuard | undefined {
  if (ifMatch === undefined && lastModified === undefined && size === undefined) {
    return undefined;
  }
  const etags = ifMatch === undefined ? undefined : parseEtags(ifMatch);
  const second = lastModified === undefined ? undefined : secondOf(Date.parse(lastModified));
  if (Number.isNaN(second) || (size !== undefined && !/^[0-9]{1,15}$/.test(size))) {
    throw new S3Error('InvalidArgument', 'A condition of the deletion cannot be read.');
  }
  const holds = (object: StoredObject): boolean =>
    (etags === undefined || matchesEtag(etags, object.etag)) &&
    (second === undefined || secondOf(object.modifiedAt) === second) &&
    (size === undefined || object.size === Number(size));
  return (target) => {
    if (target !== undefined && !holds(target)) {
      throw new S3Error('PreconditionFailed');
    }
  };
}

function secondOf(moment: number): number {
  return Math.floor(moment / 1000);
}

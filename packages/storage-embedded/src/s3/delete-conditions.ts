import { S3Error } from '@stowage/storage-wire/s3-error';
import type { DeleteGuard, StoredObject } from '../engine/types.ts';
import { matchesEtag, parseEtags } from './etags.ts';

/** What must hold of an object that is to be deleted, as clients write it. */
export interface DeleteConditions {
  /** ETags, or '*'. */
  readonly ifMatch?: string | undefined;
  /** A date of HTTP, to the second. */
  readonly lastModified?: string | undefined;
  /** Bytes. */
  readonly size?: string | undefined;
}

/**
 * Checks conditions at the moment of the deletion. What does not exist meets all of them, and
 * nothing is done about it; a delete marker is an object without content.
 *
 * @returns undefined where there are none
 * @throws S3Error InvalidArgument for what is no date or size
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

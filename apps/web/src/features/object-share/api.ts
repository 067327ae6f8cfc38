import { getPublicAddress, shareObject } from '@stowage/contract/shares';
import { queryOptions } from '@tanstack/react-query';
import type { ObjectVersion } from '#web/entities/object/detail-parts.ts';
import { wireQuery } from '#web/entities/object/wire-path.ts';
import { call } from '#web/lib/api/call.ts';

/** A link valid for this many milliseconds. It lets anyone read the object, so it is not cached. */
export function linkQuery(version: ObjectVersion, milliseconds: number) {
  const { bucket, key, versionId } = version;
  return queryOptions({
    queryKey: ['shares', 'link', bucket, key, versionId, milliseconds],
    queryFn: ({ signal }) =>
      call(
        shareObject,
        { params: { bucket }, query: { ...wireQuery(version), expires: `${milliseconds}ms` } },
        { signal },
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { errors: 'screen' },
  });
}

/** The public address of an object that anonymous users can read. */
export function publicAddressQuery(version: ObjectVersion) {
  const { bucket, key, versionId } = version;
  return queryOptions({
    queryKey: ['shares', 'public', bucket, key, versionId],
    queryFn: ({ signal }) =>
      call(getPublicAddress, { params: { bucket }, query: wireQuery(version) }, { signal }),
    // Optional: sharing a link works without it.
    meta: { errors: 'screen' },
  });
}

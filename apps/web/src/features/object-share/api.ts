import { getPublicAddress, shareObject } from '@stowage/contract/shares';
import { queryOptions } from '@tanstack/react-query';
import type { ObjectVersion } from '#web/entities/object/detail-parts.ts';
import { wireQuery } from '#web/entities/object/wire-path.ts';
import { call } from '#web/lib/api/call.ts';

/** A link that is valid for so many milliseconds. Whoever has it can read the object: it is not kept. */
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

/** The plain address of an object, where anonymous users may read it. */
export function publicAddressQuery(version: ObjectVersion) {
  const { bucket, key, versionId } = version;
  return queryOptions({
    queryKey: ['shares', 'public', bucket, key, versionId],
    queryFn: ({ signal }) =>
      call(getPublicAddress, { params: { bucket }, query: wireQuery(version) }, { signal }),
    // The link is what was asked for; without this it works all the same.
    meta: { errors: 'screen' },
  });
}

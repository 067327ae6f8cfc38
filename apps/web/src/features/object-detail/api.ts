import {
  getObjectDetail,
  type ObjectVersion as ListedVersion,
  listVersions,
  type ObjectDetail,
  type ObjectMetadata,
  removeObjectRetention,
  setObjectLegalHold,
  setObjectMetadata,
  setObjectRetention,
  setObjectTags,
} from '@stowage/contract/object-detail';
import { deleteObject } from '@stowage/contract/objects';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { ObjectVersion } from '#web/entities/object/detail-parts.ts';
import { objectKeys } from '#web/entities/object/object-keys.ts';
import { refreshListings } from '#web/entities/object/refresh-listings.ts';
import { toWirePath, wireQuery } from '#web/entities/object/wire-path.ts';
import { call } from '#web/lib/api/call.ts';

export type { ListedVersion };

/** Everything about an object, or about one of its versions if named. */
export function detailQuery({ bucket, key, versionId }: ObjectVersion) {
  return queryOptions({
    queryKey: objectKeys.detail(bucket, key, versionId ?? ''),
    queryFn: ({ signal }): Promise<ObjectDetail> =>
      call(
        getObjectDetail,
        { params: { bucket }, query: wireQuery({ key, versionId }) },
        { signal },
      ),
    retryOnMount: false,
    meta: { errors: 'screen' },
  });
}

/** The versions of an object, page by page, filtered by search text and point in time. */
export function versionsQuery(
  { bucket, key }: ObjectVersion,
  { search, until }: { readonly search: string; readonly until: string },
) {
  return infiniteQueryOptions({
    queryKey: objectKeys.versions(bucket, key, search, until),
    queryFn: ({ pageParam, signal }) =>
      call(
        listVersions,
        {
          params: { bucket },
          query: {
            prefix: toWirePath(key),
            ...(search !== '' && { search }),
            ...(until !== '' && { until }),
            ...(pageParam !== undefined && { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    structuralSharing: false,
    meta: { errors: 'screen' },
  });
}

/** The request, and the revision of the state it is based on. */
export type Based<Body> = Body & { readonly revision: string | undefined };

function changeQuery(version: ObjectVersion, revision: string | undefined) {
  return { ...wireQuery(version), ...(revision !== undefined && { revision }) };
}

/** Changes a setting of a version; its dialog waits for the details to be reloaded. */
function useVersionChange<Input>(
  version: ObjectVersion,
  change: (input: Input) => Promise<unknown>,
) {
  const queryClient = useQueryClient();
  const { queryKey } = detailQuery(version);
  return useMutation({
    mutationFn: change,
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
    meta: { errors: 'dialog' },
  });
}

/** Creates or removes versions; everything that lists them is reloaded. */
function useVersionsChange<Input>(bucket: string, change: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => refreshListings(queryClient, bucket),
    meta: { errors: 'dialog' },
  });
}

/** Replaces the tags of a version. */
export function useSetTags(version: ObjectVersion) {
  return useVersionChange(
    version,
    ({ tags, revision }: Based<{ readonly tags: Record<string, string> }>) =>
      call(setObjectTags, {
        params: { bucket: version.bucket },
        query: changeQuery(version, revision),
        body: { tags },
      }),
  );
}

/** Sets or removes a version's legal hold. */
export function useSetLegalHold(version: ObjectVersion) {
  return useVersionChange(
    version,
    ({ status, revision }: Based<{ readonly status: 'enabled' | 'disabled' }>) =>
      call(setObjectLegalHold, {
        params: { bucket: version.bucket },
        query: changeQuery(version, revision),
        body: { status },
      }),
  );
}

export interface NewRetention {
  readonly mode: 'governance' | 'compliance';
  /** ISO 8601. */
  readonly expires: string;
  readonly bypass: boolean;
}

/** Locks a version until a time. */
export function useSetRetention(version: ObjectVersion) {
  return useVersionChange(version, ({ mode, expires, bypass, revision }: Based<NewRetention>) =>
    call(setObjectRetention, {
      params: { bucket: version.bucket },
      query: { ...changeQuery(version, revision), ...(bypass && { bypass_governance: 'true' }) },
      body: { mode, expires },
    }),
  );
}

/** Removes a version's governance retention; takes the revision of the retention. */
export function useRemoveRetention(version: ObjectVersion) {
  return useVersionChange(version, (revision: string | undefined) =>
    call(removeObjectRetention, {
      params: { bucket: version.bucket },
      query: changeQuery(version, revision),
    }),
  );
}

/** Replaces the content headers and the user metadata of an object. */
export function useSetMetadata({ bucket, key }: ObjectVersion) {
  return useVersionsChange(bucket, ({ revision, ...body }: Based<ObjectMetadata>) =>
    call(setObjectMetadata, {
      params: { bucket },
      query: changeQuery({ bucket, key }, revision),
      body,
    }),
  );
}

interface VersionDeletion {
  readonly versionId: string;
  /** Even under governance retention. */
  readonly bypass: boolean;
}

/** Permanently deletes one version. */
export function useDeleteVersion({ bucket, key }: ObjectVersion) {
  return useVersionsChange(bucket, ({ versionId, bypass }: VersionDeletion) =>
    call(deleteObject, {
      params: { bucket },
      query: {
        path: toWirePath(key),
        version_id: toWirePath(versionId),
        ...(bypass && { bypass_governance: 'true' }),
      },
    }),
  );
}

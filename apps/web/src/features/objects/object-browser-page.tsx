import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { bucketQuery } from '#web/entities/bucket/bucket-query.ts';
import { MissingBucket } from '#web/entities/bucket/missing-bucket.tsx';
import type { ObjectDetailProps } from '#web/entities/object/detail-parts.ts';
import { objectAbilities } from '#web/entities/object/object-abilities.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useRouteParams, useSearch } from '#web/lib/router/navigation.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { BrowserHeader } from './components/browser-header.tsx';
import { NoList } from './components/browser-states.tsx';
import { FolderBrowser } from './components/folder-browser.tsx';
import { useBrowsePlace } from './components/use-browse-place.ts';
import { objectsText } from './en.ts';
import { browseSearch } from './model/browse-search.ts';

interface LoadFailureProps {
  readonly bucket: string;
  readonly error: Error;
  readonly onRetry: () => void;
}

/** Why a bucket, or a path in it, cannot be shown. */
function LoadFailure({ bucket, error, onRetry }: LoadFailureProps) {
  const t = useText(objectsText);
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'BucketNotFound' || code === 'InvalidBucketName') {
    return <MissingBucket bucket={bucket} />;
  }
  if (code === 'AccessDenied') return <NoList bucket={bucket} canUpload={false} />;
  return <ErrorState title={t('failed')} error={error} onRetry={onRetry} />;
}

interface ObjectBrowserPageProps {
  /** Renders the details of an object. */
  readonly Detail: ComponentType<ObjectDetailProps>;
}

/**
 * The object browser: a folder of a bucket, or an object in its folder, depending on the address.
 */
export function ObjectBrowserPage({ Detail }: ObjectBrowserPageProps) {
  const { bucketName: bucket, rest: key = '' } = useRouteParams('objectBrowser');
  const [view] = useSearch(browseSearch);
  const info = useQuery(bucketQuery(bucket));
  const canList = objectAbilities(info.data?.allowedActions ?? []).list;
  const place = useBrowsePlace({ bucket, key, view, canList });

  if (info.data && !canList) {
    // Whether the path is an object is unknown, so it is treated as a folder to upload to.
    const folder = key === '' || key.endsWith('/') ? key : `${key}/`;
    return <FolderBrowser info={info.data} folder={folder} object={undefined} Detail={Detail} />;
  }
  if (info.data && place.kind === 'known') {
    return (
      <FolderBrowser
        info={info.data}
        folder={place.folder}
        sought={place.sought}
        object={place.object}
        Detail={Detail}
      />
    );
  }
  return (
    <>
      <BrowserHeader bucket={bucket} folder={key} info={info.data} />
      <PageBody width="full">
        {info.error ? (
          <LoadFailure bucket={bucket} error={info.error} onRetry={() => void info.refetch()} />
        ) : (
          <ListSkeleton rows={8} height={36} />
        )}
      </PageBody>
    </>
  );
}

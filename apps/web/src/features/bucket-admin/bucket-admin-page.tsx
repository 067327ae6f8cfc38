import type { Bucket } from '@stowage/contract/buckets';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect } from 'react';
import { bucketQuery } from '#web/entities/bucket/bucket-query.ts';
import { MissingBucket } from '#web/entities/bucket/missing-bucket.tsx';
import { useSession } from '#web/entities/session/session.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useGo, useRouteParams } from '#web/lib/router/navigation.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { SectionsLayout } from '#web/ui/section-menu.tsx';
import { AdminHeader } from './components/admin-header.tsx';
import { NoSection, RefusedBucket } from './components/admin-states.tsx';
import { BucketBar } from './components/bucket-bar.tsx';
import { bucketAdminText } from './en.ts';
import { isNotOffered, openSections, SECTION_IDS, sectionPath } from './model/sections.ts';
import { SECTION_ICONS } from './section-icons.ts';
import { SECTION_SCREENS } from './section-screens.ts';

/** Whether the bucket has been deleted since it was loaded. */
function isGone(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'BucketNotFound';
}

interface LoadFailureProps {
  readonly bucket: string;
  readonly error: Error;
  readonly retrying: boolean;
  readonly onRetry: () => void;
}

function LoadFailure({ bucket, error, retrying, onRetry }: LoadFailureProps) {
  const t = useText(bucketAdminText);
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'BucketNotFound' || code === 'InvalidBucketName') {
    return <MissingBucket bucket={bucket} />;
  }
  if (code === 'AccessDenied') return <RefusedBucket />;
  return <ErrorState title={t('failed')} error={error} retrying={retrying} onRetry={onRetry} />;
}

/** Redirects the bare path to the summary (BADMIN-04). */
function useSummaryByDefault(bucket: string, section: string): void {
  const go = useGo();
  useEffect(() => {
    if (section === '') go(sectionPath(bucket, 'summary'), { replace: true });
  }, [go, bucket, section]);
}

interface SectionsProps {
  readonly bucket: Bucket;
  /** The address part after /admin, whether or not it names a section. */
  readonly section: string;
}

function Sections({ bucket, section }: SectionsProps) {
  const t = useText(bucketAdminText);
  const { distributedMode, capabilities } = useSession();
  const sections = openSections(bucket, distributedMode).filter((id) => id in SECTION_SCREENS);
  const open = sections.find((id) => id === section);
  const Screen = open && SECTION_SCREENS[open];
  return (
    <>
      <BucketBar bucket={bucket} />
      <SectionsLayout
        label={t('menu')}
        sections={sections.map((id) => ({
          id,
          label: t(`section.${id}`),
          icon: SECTION_ICONS[id],
          to: sectionPath(bucket.name, id),
        }))}
        current={open}
      >
        {Screen && (
          <Suspense fallback={<ListSkeleton rows={5} height={56} />}>
            <Screen bucket={bucket} />
          </Suspense>
        )}
        {!Screen && section !== '' && (
          <NoSection
            bucket={bucket.name}
            notOffered={SECTION_IDS.find((id) => id === section && isNotOffered(id, capabilities))}
          />
        )}
      </SectionsLayout>
    </>
  );
}

/** Everything about a bucket: its properties, actions, and settings by section. */
export function BucketAdminPage() {
  const { bucketName: bucket, rest = '' } = useRouteParams('bucketAdmin');
  const section = rest.replace(/\/$/, '');
  const info = useQuery(bucketQuery(bucket));
  useSummaryByDefault(bucket, section);

  function content(): ReactNode {
    if (info.data && !isGone(info.error)) return <Sections bucket={info.data} section={section} />;
    if (info.error) {
      return (
        <LoadFailure
          bucket={bucket}
          error={info.error}
          retrying={info.isFetching}
          onRetry={() => void info.refetch()}
        />
      );
    }
    return <ListSkeleton rows={6} height={48} />;
  }

  return (
    <>
      <AdminHeader bucket={bucket} section={SECTION_IDS.find((id) => id === section)} />
      <PageBody>{content()}</PageBody>
    </>
  );
}

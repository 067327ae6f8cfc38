import { Button } from '@mantine/core';
import { IconLock, IconMapOff } from '@tabler/icons-react';
import { ToBuckets } from '#web/entities/bucket/missing-bucket.tsx';
import { useText } from '#web/lib/i18n/messages.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { bucketAdminText } from '../en.ts';
import { type SectionId, sectionPath } from '../model/sections.ts';

/** The caller is not allowed to see this bucket. */
export function RefusedBucket() {
  const t = useText(bucketAdminText);
  return (
    <EmptyState
      icon={<IconLock size={24} stroke={1.6} />}
      title={t('refused.title')}
      action={<ToBuckets />}
    >
      {t('refused.text')}
    </EmptyState>
  );
}

interface NoSectionProps {
  readonly bucket: string;
  /** The section the server does not support; undefined if that is not the reason. */
  readonly notOffered: SectionId | undefined;
}

/** The address names no section of the bucket, or one not open to the caller. */
export function NoSection({ bucket, notOffered }: NoSectionProps) {
  const t = useText(bucketAdminText);
  return (
    <EmptyState
      icon={<IconMapOff size={24} stroke={1.6} />}
      title={
        notOffered
          ? t('notOffered.title', { section: t(`section.${notOffered}`) })
          : t('notFound.title')
      }
      action={
        <Button component={RouterLink} to={sectionPath(bucket, 'summary')} variant="default">
          {t('notFound.toSummary')}
        </Button>
      }
    >
      {t(notOffered ? 'notOffered.text' : 'notFound.text')}
    </EmptyState>
  );
}

import { Button } from '@mantine/core';
import { IconBucketOff } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { missingBucketText } from './en.ts';

/** A link back to the existing buckets. */
export function ToBuckets() {
  const t = useText(missingBucketText);
  return (
    <Button component={RouterLink} to={pagePath('buckets')} variant="default">
      {t('toBuckets')}
    </Button>
  );
}

/** Shown when no bucket has this name. */
export function MissingBucket({ bucket }: { readonly bucket: string }) {
  const t = useText(missingBucketText);
  return (
    <EmptyState
      icon={<IconBucketOff size={24} stroke={1.6} />}
      title={t('title', { name: bucket })}
      action={<ToBuckets />}
    >
      {t('text')}
    </EmptyState>
  );
}

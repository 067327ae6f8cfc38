import { Button } from '@mantine/core';
import { IconEyeOff, IconMapOff, IconSearchOff } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { objectsText } from '../en.ts';

function ToBuckets() {
  const t = useText(objectsText);
  return (
    <Button component={RouterLink} to={pagePath('buckets')} variant="default">
      {t('toBuckets')}
    </Button>
  );
}

export function MissingBucket({ bucket }: { readonly bucket: string }) {
  const t = useText(objectsText);
  return (
    <EmptyState
      icon={<IconMapOff size={24} stroke={1.6} />}
      title={t('missingBucket', { bucket })}
      action={<ToBuckets />}
    />
  );
}

interface NoListProps {
  readonly bucket: string;
  readonly canUpload: boolean;
}

/** The caller may not list the bucket; perhaps it may upload to it. */
export function NoList({ bucket, canUpload }: NoListProps) {
  const t = useText(objectsText);
  return (
    <EmptyState
      icon={<IconEyeOff size={24} stroke={1.6} />}
      title={t('noList.title')}
      action={<ToBuckets />}
    >
      <p>{t('noList.text', { bucket })}</p>
      {canUpload && <p>{t('noList.upload')}</p>}
    </EmptyState>
  );
}

/** A search found nothing. */
export function NoMatch({ search }: { readonly search: string }) {
  const t = useText(objectsText);
  return (
    <EmptyState icon={<IconSearchOff size={24} stroke={1.6} />} title={t('noMatch')}>
      {search === '' ? t('noMatchBounds') : t('noMatchText', { search })}
    </EmptyState>
  );
}

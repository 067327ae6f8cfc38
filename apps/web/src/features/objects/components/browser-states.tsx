import { Button, Group } from '@mantine/core';
import { parentPrefix } from '@stowage/domain/object-key';
import { IconEyeOff, IconFileOff, IconSearchOff } from '@tabler/icons-react';
import { ToBuckets } from '#web/entities/bucket/missing-bucket.tsx';
import { objectAddress } from '#web/entities/object/object-address.ts';
import { shownName } from '#web/entities/object/shown-name.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { formatSearch } from '#web/lib/router/search.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { objectsText } from '../en.ts';

interface NoListProps {
  readonly bucket: string;
  readonly canUpload: boolean;
}

/** The caller cannot list the bucket, but may be able to upload to it. */
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

/** Shown when a search found nothing. */
export function NoMatch({ search }: { readonly search: string }) {
  const t = useText(objectsText);
  return (
    <EmptyState icon={<IconSearchOff size={24} stroke={1.6} />} title={t('noMatch')}>
      {search === '' ? t('noMatchBounds') : t('noMatchText', { search })}
    </EmptyState>
  );
}

interface NotThereProps {
  readonly bucket: string;
  /** The key in the address. */
  readonly sought: string;
  /** Deleted objects may have versions left. */
  readonly versioned: boolean;
}

/** The address is neither an object nor a folder with content. */
export function NotThere({ bucket, sought, versioned }: NotThereProps) {
  const t = useText(objectsText);
  const parent = parentPrefix(sought);
  const addressOf = (rest: string, query = '') =>
    pagePath('objectBrowser', { bucketName: bucket, rest }, query);
  const versions = formatSearch(objectAddress, { tab: 'versions', version: '', find: '' });
  return (
    <EmptyState
      icon={<IconFileOff size={24} stroke={1.6} />}
      title={t('notThere.title', { name: shownName(sought) })}
      action={
        <Group gap="var(--st-space-5)" justify="center">
          <Button component={RouterLink} to={addressOf(parent)} variant="default">
            {t('notThere.open', { place: parent === '' ? bucket : shownName(parent) })}
          </Button>
          {versioned && (
            <Button component={RouterLink} to={addressOf(sought, versions)} variant="default">
              {t('notThere.versions')}
            </Button>
          )}
        </Group>
      }
    >
      {t(versioned ? 'notThere.deleted' : 'notThere.text')}
    </EmptyState>
  );
}

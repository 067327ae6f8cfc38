import { Anchor, Button } from '@mantine/core';
import { IconBucket, IconSearchOff } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { bucketsText } from '../en.ts';

/** Shown when a filter matches no bucket. */
export function NoResults({ onClear }: { readonly onClear: () => void }) {
  const t = useText(bucketsText);
  return (
    <EmptyState
      icon={<IconSearchOff size={24} stroke={1.6} />}
      title={t('noResults.title')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('noResults.clear')}
        </Button>
      }
    >
      {t('noResults.text')}
    </EmptyState>
  );
}

interface NoBucketsProps {
  /** Undefined if the caller cannot create buckets. */
  readonly onCreate: (() => void) | undefined;
}

/** Shown when there are no buckets: what they are, and how to create one. */
export function NoBuckets({ onCreate }: NoBucketsProps) {
  const t = useText(bucketsText);
  return (
    <EmptyState
      icon={<IconBucket size={24} stroke={1.6} />}
      title={t('none.title')}
      action={
        onCreate && (
          <Anchor component="button" type="button" fw={600} onClick={onCreate}>
            {t('none.create')}
          </Anchor>
        )
      }
    >
      <p>{t('none.text')}</p>
      {onCreate === undefined && <p>{t('none.ask')}</p>}
    </EmptyState>
  );
}

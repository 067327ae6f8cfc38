import { Button } from '@mantine/core';
import { IconRefreshAlert } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { EmptyState } from './empty-state.tsx';
import { uiText } from './en.ts';

/** Replaces a part of the console whose code failed to load, which reloading the page fixes. */
export function PartFailure() {
  const t = useText(uiText);
  return (
    <div role="alert">
      <EmptyState
        icon={<IconRefreshAlert size={24} stroke={1.6} />}
        title={t('partFailure.title')}
        action={
          // Focusing scrolls it into view, wherever on the page the part would be.
          <Button variant="default" autoFocus onClick={() => globalThis.location.reload()}>
            {t('partFailure.reload')}
          </Button>
        }
      >
        {t('partFailure.text')}
      </EmptyState>
    </div>
  );
}

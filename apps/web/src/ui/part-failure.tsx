import { Button } from '@mantine/core';
import { IconRefreshAlert } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { EmptyState } from './empty-state.tsx';
import { uiText } from './en.ts';

/** In place of a part of the console whose code did not come: loading the page again brings it. */
export function PartFailure() {
  const t = useText(uiText);
  return (
    <div role="alert">
      <EmptyState
        icon={<IconRefreshAlert size={24} stroke={1.6} />}
        title={t('partFailure.title')}
        action={
          // The focus brings it into view, wherever on the page the part would stand.
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

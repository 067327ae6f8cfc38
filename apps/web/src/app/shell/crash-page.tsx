import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { PartLoadError } from '#web/lib/parts/load-part.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PartFailure } from '#web/ui/part-failure.tsx';
import { appText } from '../en.ts';

/** Replaces a screen that failed to load or render. */
export function CrashPage({ error }: { readonly error: unknown }) {
  const t = useText(appText);
  return (
    <PageBody>
      {error instanceof PartLoadError ? (
        <PartFailure />
      ) : (
        <div role="alert">
          <EmptyState
            icon={<IconAlertTriangle size={24} stroke={1.6} />}
            title={t('crash.title')}
            action={
              <Button variant="default" onClick={() => globalThis.location.reload()}>
                {t('crash.reload')}
              </Button>
            }
          >
            {error instanceof Error ? error.message : undefined}
          </EmptyState>
        </div>
      )}
    </PageBody>
  );
}

import { Button } from '@mantine/core';
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { EmptyState } from './empty-state.tsx';
import { uiText } from './en.ts';

interface ErrorStateProps {
  readonly title: string;
  readonly detail?: string | undefined;
  readonly onRetry: () => void;
  readonly retrying?: boolean;
}

/** In place of what could not be loaded, with a way to try again. */
export function ErrorState({ title, detail, onRetry, retrying = false }: ErrorStateProps) {
  const t = useText(uiText);
  return (
    <div role="alert">
      <EmptyState
        icon={<IconPlugConnectedX size={24} stroke={1.6} />}
        title={title}
        action={
          <Button
            variant="default"
            loading={retrying}
            onClick={onRetry}
            leftSection={<IconRefresh size={16} stroke={1.6} />}
          >
            {t('retry')}
          </Button>
        }
      >
        {detail}
      </EmptyState>
    </div>
  );
}

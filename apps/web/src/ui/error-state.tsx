import { Button } from '@mantine/core';
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { deniedBy, detailOf } from '#web/lib/api/api-error.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import { Details } from './details.tsx';
import { EmptyState } from './empty-state.tsx';
import { uiText } from './en.ts';
import { WhyDenied } from './why-denied.tsx';

interface ErrorStateProps {
  readonly title: string;
  readonly error: Error;
  readonly onRetry: () => void;
  readonly retrying?: boolean;
}

/** Replaces content that failed to load, with a retry button. */
export function ErrorState({ title, error, onRetry, retrying = false }: ErrorStateProps) {
  const t = useText(uiText);
  const detail = detailOf(error);
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
        <p>{isolatedText(error.message)}</p>
        {detail !== '' && <Details text={detail} />}
        <WhyDenied denied={deniedBy(error)} />
      </EmptyState>
    </div>
  );
}

interface QueryFailureProps {
  readonly title: string;
  readonly query: Pick<UseQueryResult<unknown>, 'error' | 'isFetching' | 'refetch'>;
}

/** Replaces the content of a failed query; nothing unless it has failed. */
export function QueryFailure({ title, query }: QueryFailureProps) {
  if (query.error === null) return null;
  return (
    <ErrorState
      title={title}
      error={query.error}
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}

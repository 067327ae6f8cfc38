import { Button, Skeleton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { uiText } from '#web/ui/en.ts';
import { summaryText } from '../en.ts';
import classes from './loaded.module.css';

interface LoadedProps<T> {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
}

/** What one call of a page of many answers: a skeleton, its own failure with a way to try again, or the content. */
export function Loaded<T>({ query, children }: LoadedProps<T>) {
  const t = useText(summaryText);
  const ui = useText(uiText);
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) {
    return (
      <div className={classes.skeleton} role="status" aria-label={ui('loading')}>
        <Skeleton height={16} width="45%" radius="sm" />
        <Skeleton height={12} width="75%" radius="sm" />
      </div>
    );
  }
  const { error } = query;
  if (error instanceof ApiError && error.code === 'NotSupported') {
    return <p className={classes.muted}>{t('unavailable')}</p>;
  }
  return (
    <div className={classes.failure} role="alert">
      <span>
        {t('failed')} {error?.message}
      </span>
      <Button
        size="xs"
        variant="default"
        loading={query.isFetching}
        leftSection={<IconRefresh size={14} stroke={1.6} aria-hidden />}
        onClick={() => void query.refetch()}
      >
        {t('retry')}
      </Button>
    </div>
  );
}

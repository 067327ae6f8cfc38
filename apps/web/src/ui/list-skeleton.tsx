import { Skeleton, Stack } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import { uiText } from './en.ts';

interface ListSkeletonProps {
  readonly rows?: number;
  /** Height of one row in pixels. */
  readonly height?: number;
}

/** Placeholder for the rows of a list while they load. */
export function ListSkeleton({ rows = 6, height = 40 }: ListSkeletonProps) {
  const t = useText(uiText);
  return (
    <Stack gap="sm" role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} height={height} radius="sm" />
      ))}
    </Stack>
  );
}

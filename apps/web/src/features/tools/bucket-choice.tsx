import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { bucketsQuery } from '#web/entities/bucket/buckets-query.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { toolsText } from './en.ts';

/** The buckets a tool can be used on. */
export interface BucketNames {
  /** Empty until they are loaded. */
  readonly names: readonly string[];
  /** Whether loading them failed. */
  readonly failed: boolean;
}

export function useBucketNames(): BucketNames {
  const { data, error } = useQuery(bucketsQuery);
  useEffect(() => {
    if (error) console.warn('The buckets could not be loaded.', error);
  }, [error]);
  const names = useMemo(() => (data?.buckets ?? []).map(({ name }) => name), [data]);
  return { names, failed: error !== null };
}

/** Returns why a tool cannot start without a bucket. */
export function useMissingBucket({ names }: BucketNames, bucket: string): string | undefined {
  const t = useText(toolsText);
  return names.includes(bucket) ? undefined : t('bucket.missing');
}

interface BucketChoiceProps {
  readonly buckets: BucketNames;
  /** '' for none. */
  readonly value: string;
  readonly onChange: (bucket: string) => void;
  readonly disabled: boolean;
}

/** Selects the bucket for a tool. */
export function BucketChoice({ buckets, value, onChange, disabled }: BucketChoiceProps) {
  const t = useText(toolsText);
  return (
    <Select
      label={t('bucket.label')}
      placeholder={t('bucket.choose')}
      data={buckets.names}
      searchable
      limit={200}
      value={value || null}
      onChange={(bucket) => onChange(bucket ?? '')}
      disabled={disabled}
      description={buckets.failed ? t('bucket.failed') : undefined}
    />
  );
}

import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { bucketsQuery } from '#web/entities/bucket/buckets-query.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { watchText } from './en.ts';

/** What is watched. */
export interface WatchFilter {
  readonly bucket: string;
  readonly prefix: string;
  readonly suffix: string;
}

interface WatchFieldsProps {
  readonly filter: WatchFilter;
  readonly onChange: (name: keyof WatchFilter, value: string) => void;
  readonly disabled: boolean;
}

/** The names of the buckets that can be watched; undefined until they are known. */
export function useBucketNames(): readonly string[] | undefined {
  const { data, error } = useQuery(bucketsQuery);
  useEffect(() => {
    if (error) console.warn('The buckets could not be loaded.', error);
  }, [error]);
  return data && (data.buckets ?? []).map(({ name }) => name);
}

/** The bucket and which of its objects. */
export function WatchFields({ filter, onChange, disabled }: WatchFieldsProps) {
  const t = useText(watchText);
  const names = useBucketNames();
  const failed = useQuery(bucketsQuery).isError;
  return (
    <>
      <Select
        label={t('bucket')}
        placeholder={t('chooseBucket')}
        data={names ?? []}
        searchable
        limit={200}
        value={filter.bucket || null}
        onChange={(value) => onChange('bucket', value ?? '')}
        disabled={disabled}
        description={failed ? t('bucketsFailed') : undefined}
      />
      {(['prefix', 'suffix'] as const).map((name) => (
        <TextInput
          key={name}
          label={t(name)}
          value={filter[name]}
          maxLength={1024}
          onChange={(event) => onChange(name, event.currentTarget.value)}
          disabled={disabled}
        />
      ))}
    </>
  );
}

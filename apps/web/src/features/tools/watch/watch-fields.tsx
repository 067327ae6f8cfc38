import { Select, TextInput } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import { watchText } from './en.ts';

/** What is watched. */
export interface WatchFilter {
  readonly bucket: string;
  readonly prefix: string;
  readonly suffix: string;
}

interface WatchFieldsProps {
  /** The buckets to choose from. */
  readonly names: readonly string[];
  /** Whether they could not be loaded. */
  readonly failed: boolean;
  readonly filter: WatchFilter;
  readonly onChange: (name: keyof WatchFilter, value: string) => void;
  readonly disabled: boolean;
}

/** The bucket and which of its objects. */
export function WatchFields(props: WatchFieldsProps) {
  const t = useText(watchText);
  const { names, failed, filter, onChange, disabled } = props;
  return (
    <>
      <Select
        label={t('bucket')}
        placeholder={t('chooseBucket')}
        data={names}
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

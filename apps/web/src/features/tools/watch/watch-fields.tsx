import { TextInput } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import { BucketChoice, type BucketNames } from '../bucket-choice.tsx';
import { watchText } from './en.ts';

/** The watch options. */
export interface WatchFilter {
  readonly bucket: string;
  readonly prefix: string;
  readonly suffix: string;
}

interface WatchFieldsProps {
  readonly buckets: BucketNames;
  readonly filter: WatchFilter;
  readonly onChange: (name: keyof WatchFilter, value: string) => void;
  readonly disabled: boolean;
}

/** Selects the bucket, and which of its objects to watch. */
export function WatchFields(props: WatchFieldsProps) {
  const t = useText(watchText);
  const { buckets, filter, onChange, disabled } = props;
  return (
    <>
      <BucketChoice
        buckets={buckets}
        value={filter.bucket}
        onChange={(bucket) => onChange('bucket', bucket)}
        disabled={disabled}
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

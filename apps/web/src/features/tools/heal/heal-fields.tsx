import { Checkbox, TextInput } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import { BucketChoice, type BucketNames } from '../bucket-choice.tsx';
import { healText } from './en.ts';
import classes from './heal-page.module.css';

/** The options of a heal run, as entered. */
export interface HealForm {
  readonly bucket: string;
  readonly prefix: string;
  readonly recursive: boolean;
  readonly forceStart: boolean;
  readonly forceStop: boolean;
  readonly deep: boolean;
  readonly dryRun: boolean;
}

const flags = ['recursive', 'deep', 'dryRun', 'forceStart', 'forceStop'] as const;

interface HealFieldsProps {
  readonly buckets: BucketNames;
  readonly values: HealForm;
  readonly onChange: (change: Partial<HealForm>) => void;
  readonly disabled: boolean;
}

/**
 * Returns the change for a checkbox. Starting over and stopping exclude each other: each unticks
 * the other.
 */
function change(name: (typeof flags)[number], checked: boolean): Partial<HealForm> {
  if (checked && name === 'forceStart') return { forceStart: true, forceStop: false };
  if (checked && name === 'forceStop') return { forceStop: true, forceStart: false };
  return { [name]: checked };
}

/** Selects the bucket, which of its objects to heal, and how. */
export function HealFields({ buckets, values, onChange, disabled }: HealFieldsProps) {
  const t = useText(healText);
  return (
    <>
      <BucketChoice
        buckets={buckets}
        value={values.bucket}
        onChange={(bucket) => onChange({ bucket })}
        disabled={disabled}
      />
      <TextInput
        label={t('prefix')}
        value={values.prefix}
        maxLength={1024}
        onChange={(event) => onChange({ prefix: event.currentTarget.value })}
        disabled={disabled}
      />
      <fieldset className={classes.options}>
        <legend className={classes.legend}>{t('options')}</legend>
        {flags.map((name) => (
          <Checkbox
            key={name}
            label={t(name)}
            description={t(`hint.${name}`)}
            checked={values[name]}
            onChange={(event) => onChange(change(name, event.currentTarget.checked))}
            disabled={disabled}
          />
        ))}
      </fieldset>
    </>
  );
}

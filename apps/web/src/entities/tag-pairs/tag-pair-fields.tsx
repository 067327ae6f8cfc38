import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { tagPairsText } from './en.ts';
import classes from './tag-pair-fields.module.css';
import {
  addPair,
  canAddPair,
  changePair,
  LONGEST_KEY,
  LONGEST_VALUE,
  removePair,
  type TagPairs,
} from './tag-pairs.ts';

interface TagPairFieldsProps {
  readonly label: string;
  readonly description?: string;
  readonly pairs: TagPairs;
  readonly onChange: (pairs: TagPairs) => void;
  /** An error in the rows as a whole. */
  readonly error?: ReactNode;
  /** The path by which a form finds them. */
  readonly 'data-path'?: string;
}

/** Rows of tag keys and values. Half-filled rows are ignored. */
export function TagPairFields(props: TagPairFieldsProps) {
  const { label, description, pairs, onChange, error } = props;
  const t = useText(tagPairsText);
  return (
    <fieldset className={classes.set} data-path={props['data-path']}>
      <legend className={classes.legend}>{label}</legend>
      {description !== undefined && <Input.Description>{description}</Input.Description>}
      {pairs.map(({ id, key, value }, index) => (
        <div key={id} className={classes.row}>
          <TextInput
            aria-label={t('keyOf', { number: index + 1 })}
            placeholder={t('key')}
            value={key}
            error={key.length > LONGEST_KEY && t('keyTooLong', { max: LONGEST_KEY })}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) =>
              onChange(changePair(pairs, id, { key: event.currentTarget.value }))
            }
          />
          <TextInput
            aria-label={t('valueOf', { number: index + 1 })}
            placeholder={t('value')}
            value={value}
            error={value.length > LONGEST_VALUE && t('valueTooLong', { max: LONGEST_VALUE })}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) =>
              onChange(changePair(pairs, id, { value: event.currentTarget.value }))
            }
          />
          <ActionIcon
            size={34}
            aria-label={t('remove', { number: index + 1 })}
            onClick={() => onChange(removePair(pairs, id))}
          >
            <IconX size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        size="compact-md"
        className={classes.add ?? ''}
        leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
        disabled={!canAddPair(pairs)}
        title={canAddPair(pairs) ? undefined : t('addRefused')}
        onClick={() => onChange(addPair(pairs))}
      >
        {t('add')}
      </Button>
      <div role="status">{error && <Input.Error>{error}</Input.Error>}</div>
    </fieldset>
  );
}

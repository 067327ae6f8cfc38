import { TextInput } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import { uiText } from '../en.ts';
import classes from './field-list.module.css';
import type { PairValue } from './field-spec.ts';
import { nextRowId, RemoveRow, type RowFieldProps, RowGroup } from './row-group.tsx';

interface PairsFieldProps extends RowFieldProps {
  readonly value: readonly PairValue[];
  readonly onChange: (pairs: readonly PairValue[]) => void;
}

/** Rows of key-value pairs. */
export function PairsField(props: PairsFieldProps) {
  const { label, disabled, value: pairs, onChange } = props;
  const t = useText(uiText);
  const change = (id: number, part: Partial<PairValue>) =>
    onChange(pairs.map((pair) => (pair.id === id ? { ...pair, ...part } : pair)));
  return (
    <RowGroup
      field={props}
      canAdd={!disabled}
      onAdd={() => onChange([...pairs, { id: nextRowId(pairs), key: '', value: '' }])}
    >
      {pairs.map(({ id, key, value }, index) => {
        const number = index + 1;
        return (
          <div key={id} className={classes.row}>
            <TextInput
              aria-label={t('field.keyOf', { label, number })}
              placeholder={t('field.key')}
              value={key}
              disabled={disabled}
              onChange={(event) => change(id, { key: event.currentTarget.value })}
            />
            <TextInput
              aria-label={t('field.valueOf', { label, number })}
              placeholder={t('field.value')}
              value={value}
              disabled={disabled}
              onChange={(event) => change(id, { value: event.currentTarget.value })}
            />
            <RemoveRow
              field={props}
              number={number}
              onRemove={() => onChange(pairs.filter((pair) => pair.id !== id))}
            />
          </div>
        );
      })}
    </RowGroup>
  );
}

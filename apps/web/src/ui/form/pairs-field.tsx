import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { uiText } from '../en.ts';
import classes from './field-list.module.css';
import type { PairValue } from './field-spec.ts';

interface PairsFieldProps {
  readonly label: string;
  readonly description: string | undefined;
  readonly disabled: boolean;
  readonly error?: ReactNode;
  readonly 'data-path'?: string;
  readonly value: readonly PairValue[];
  readonly onChange: (pairs: readonly PairValue[]) => void;
}

/** Rows of a key and a value. */
export function PairsField(props: PairsFieldProps) {
  const { label, description, disabled, error, value: pairs, onChange } = props;
  const t = useText(uiText);
  const change = (id: number, part: Partial<PairValue>) =>
    onChange(pairs.map((pair) => (pair.id === id ? { ...pair, ...part } : pair)));
  const add = () => {
    const id = Math.max(-1, ...pairs.map((pair) => pair.id)) + 1;
    onChange([...pairs, { id, key: '', value: '' }]);
  };
  return (
    <Input.Wrapper
      role="group"
      aria-label={label}
      label={label}
      labelElement="div"
      description={description}
      error={error}
      data-path={props['data-path']}
    >
      <div className={classes.rows}>
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
              <ActionIcon
                size={34}
                aria-label={t('field.remove', { label, number })}
                disabled={disabled}
                onClick={() => onChange(pairs.filter((pair) => pair.id !== id))}
              >
                <IconX size={16} stroke={1.6} aria-hidden />
              </ActionIcon>
            </div>
          );
        })}
        <div>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
            disabled={disabled}
            aria-label={t('field.addTo', { label })}
            onClick={add}
          >
            {t('field.add')}
          </Button>
        </div>
      </div>
    </Input.Wrapper>
  );
}

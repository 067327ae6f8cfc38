import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { uiText } from '../en.ts';
import classes from './field-list.module.css';

/** What is typed counts after so many milliseconds, or when the field is left. */
const SETTLE = 500;

interface Row {
  /** Tells rows apart that hold the same text. */
  readonly id: number;
  readonly text: string;
}

interface RowsFieldProps {
  readonly label: string;
  readonly description: string | undefined;
  readonly disabled: boolean;
  readonly required?: boolean | undefined;
  readonly error?: ReactNode;
  readonly 'data-path'?: string;
  readonly placeholder?: string | undefined;
  readonly value: readonly string[];
  readonly onChange: (texts: readonly string[]) => void;
}

const rowsOf = (texts: readonly string[]): readonly Row[] =>
  (texts.length === 0 ? [''] : texts).map((text, id) => ({ id, text }));
const textsOf = (rows: readonly Row[]) =>
  rows.map(({ text }) => text).filter((text) => text.trim() !== '');
const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((text, place) => text === b[place]);

/** The rows as they are typed, and the value they settle to. */
function useRows({ value, onChange }: Pick<RowsFieldProps, 'value' | 'onChange'>) {
  const [rows, setRows] = useState(() => rowsOf(value));
  const [sent, setSent] = useState(value);
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; rows: readonly Row[] }>(undefined);
  if (value !== sent) {
    // The form has another value, and not because it was typed here.
    setSent(value);
    if (!same(value, textsOf(rows))) setRows(rowsOf(value));
  }
  const settle = () => {
    const { current } = waiting;
    if (current === undefined) return;
    clearTimeout(current.timer);
    waiting.current = undefined;
    onChange(textsOf(current.rows));
  };
  useEffect(() => () => clearTimeout(waiting.current?.timer), []);
  return {
    rows,
    settle,
    change: (next: readonly Row[]) => {
      setRows(next);
      clearTimeout(waiting.current?.timer);
      waiting.current = { timer: setTimeout(settle, SETTLE), rows: next };
    },
  };
}

/** A list with a row for each entry. A further row comes when the last one holds something. */
export function RowsField(props: RowsFieldProps) {
  const { label, description, disabled, required, error, placeholder } = props;
  const t = useText(uiText);
  const { rows, change, settle } = useRows(props);
  const isFull = rows.at(-1)?.text.trim() !== '';
  const add = () => {
    const id = Math.max(-1, ...rows.map((row) => row.id)) + 1;
    change([...rows, { id, text: '' }]);
  };
  return (
    <Input.Wrapper
      role="group"
      aria-label={label}
      label={label}
      labelElement="div"
      withAsterisk={required === true}
      description={description}
      error={error}
      data-path={props['data-path']}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        // Not the form: the next entry.
        event.preventDefault();
        if (isFull) add();
      }}
    >
      <div className={classes.rows}>
        {rows.map(({ id, text }, index) => {
          const number = index + 1;
          return (
            <div key={id} className={classes.entry}>
              <TextInput
                aria-label={t('field.entryOf', { label, number })}
                autoComplete="off"
                spellCheck={false}
                placeholder={placeholder}
                disabled={disabled}
                value={text}
                onChange={({ currentTarget }) =>
                  change(
                    rows.map((row) => (row.id === id ? { id, text: currentTarget.value } : row)),
                  )
                }
              />
              {rows.length > 1 && (
                <ActionIcon
                  size={34}
                  aria-label={t('field.remove', { label, number })}
                  disabled={disabled}
                  onClick={() => change(rows.filter((row) => row.id !== id))}
                >
                  <IconX size={16} stroke={1.6} aria-hidden />
                </ActionIcon>
              )}
            </div>
          );
        })}
        <div>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
            disabled={disabled || !isFull}
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

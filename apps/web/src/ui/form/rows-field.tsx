import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { uiText } from '../en.ts';
import classes from './field-list.module.css';
import { nextRowId, RemoveRow, type RowFieldProps, RowGroup } from './row-group.tsx';

/** Debounce time in milliseconds; leaving the field applies the input at once. */
const SETTLE = 500;

interface Row {
  /** Distinguishes rows with the same text. */
  readonly id: number;
  readonly text: string;
}

interface RowsFieldProps extends RowFieldProps {
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

/** Returns the rows as typed, and applies them to the form with a delay. */
function useRows({ value, onChange }: Pick<RowsFieldProps, 'value' | 'onChange'>) {
  const [rows, setRows] = useState(() => rowsOf(value));
  const [sent, setSent] = useState(value);
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; rows: readonly Row[] }>(undefined);
  if (value !== sent) {
    // The form's value has changed, and not by typing here.
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

/** A list with one row per entry. Another row is added when the last one is filled. */
export function RowsField(props: RowsFieldProps) {
  const { label, disabled, placeholder } = props;
  const t = useText(uiText);
  const { rows, change, settle } = useRows(props);
  const isFull = rows.at(-1)?.text.trim() !== '';
  const add = () => change([...rows, { id: nextRowId(rows), text: '' }]);
  return (
    <RowGroup
      field={props}
      canAdd={!disabled && isFull}
      onAdd={add}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        // Does not submit the form but moves to the next entry.
        event.preventDefault();
        if (isFull) add();
      }}
    >
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
                change(rows.map((row) => (row.id === id ? { id, text: currentTarget.value } : row)))
              }
            />
            {rows.length > 1 && (
              <RemoveRow
                field={props}
                number={number}
                onRemove={() => change(rows.filter((row) => row.id !== id))}
              />
            )}
          </div>
        );
      })}
    </RowGroup>
  );
}

import { Button, Checkbox, Input, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import { Name } from '#web/ui/name.tsx';
import { identityText } from './en.ts';
import { pickerRows } from './model/picker-rows.ts';
import classes from './name-picker.module.css';

interface NamePickerProps {
  /** The kind of names, such as 'Groups'. */
  readonly label: string;
  /** The available names. */
  readonly query: Pick<UseQueryResult<readonly string[]>, 'data' | 'error' | 'refetch'>;
  readonly value?: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly error?: ReactNode;
  readonly disabled?: boolean;
  readonly 'data-path'?: string;
  readonly 'data-autofocus'?: boolean;
}

const ROW = 34;
const OVERSCAN = 6;
/** Rows rendered while the list has no size. */
const FIRST_HEIGHT = 6 * ROW;

/**
 * Selects names from a list of any length by checkboxes: only visible rows are rendered. The
 * initially selected names come first.
 */
export function NamePicker(props: NamePickerProps) {
  const { label, query, value = [], onChange, error, disabled = false } = props;
  const t = useText(identityText);
  const id = useId();
  const [search, setSearch] = useState('');
  const [first] = useState(value);
  const { data } = query;
  const rows = useMemo(() => pickerRows(data ?? [], first, search), [data, first, search]);
  const known = useMemo(() => new Set(data ?? []), [data]);
  const chosen = useMemo(() => new Set(value), [value]);
  const toggle = (name: string) =>
    onChange(chosen.has(name) ? value.filter((other) => other !== name) : [...value, name]);
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} error={error}>
      <fieldset className={classes.frame} aria-labelledby={id} data-path={props['data-path']}>
        <TextInput
          type="search"
          role="searchbox"
          variant="unstyled"
          className={classes.search ?? ''}
          aria-label={t('picker.search', { label })}
          placeholder={t('picker.search', { label })}
          leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
          autoComplete="off"
          disabled={disabled}
          value={search}
          data-autofocus={props['data-autofocus']}
          onChange={(event) => setSearch(event.currentTarget.value)}
          // Enter searches here instead of submitting the surrounding form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        {query.error !== null && data === undefined ? (
          <div className={classes.message} role="alert">
            {t('picker.failed')} {visibleName(query.error.message)}{' '}
            <Button variant="default" size="compact-xs" onClick={() => void query.refetch()}>
              {t('picker.retry')}
            </Button>
          </div>
        ) : (
          <Rows
            rows={rows}
            chosen={chosen}
            note={(name) => (data !== undefined && !known.has(name) ? t('picker.gone') : undefined)}
            disabled={disabled}
            empty={data === undefined ? '' : t(search === '' ? 'picker.none' : 'picker.noMatch')}
            onToggle={toggle}
          />
        )}
        <div className={classes.count} role="status">
          {t('picker.selected', {
            selected: formatNumber(chosen.size),
            count: formatNumber(Math.max(known.size, chosen.size)),
          })}
        </div>
      </fieldset>
    </Input.Wrapper>
  );
}

interface RowsProps {
  readonly rows: readonly string[];
  readonly chosen: ReadonlySet<string>;
  readonly note: (name: string) => string | undefined;
  readonly disabled: boolean;
  readonly empty: string;
  readonly onToggle: (name: string) => void;
}

function Rows({ rows, chosen, note, disabled, empty, onToggle }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: OVERSCAN,
    // A list without a size still renders its first rows.
    observeElementRect: (instance, tell) =>
      observeElementRect(instance, ({ width, height }) =>
        tell({ width, height: height || FIRST_HEIGHT }),
      ),
  });
  return (
    <div ref={scroller} className={classes.rows}>
      {rows.length === 0 && <div className={classes.message}>{empty}</div>}
      <div className={classes.space} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const name = rows[index] ?? '';
          const said = note(name);
          return (
            <div key={name} className={classes.row} style={{ transform: `translateY(${start}px)` }}>
              <Checkbox
                checked={chosen.has(name)}
                disabled={disabled}
                onChange={() => onToggle(name)}
                label={
                  <>
                    <Name>{name}</Name>
                    {said !== undefined && <span className={classes.note}> {said}</span>}
                  </>
                }
                title={visibleName(name)}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

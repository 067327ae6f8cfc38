import { ActionIcon, Checkbox, Popover, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { CheckBox } from './check-box.tsx';
import classes from './data-table.module.css';
import { dataTableText } from './data-table-text.ts';

export interface HeadColumn {
  readonly id: string;
  readonly header: string;
  readonly align: 'start' | 'end' | undefined;
  readonly keep: boolean;
  readonly spare: boolean;
  readonly sorted: false | 'asc' | 'desc';
  /** Sorts by the column, or reverses its order; undefined if it is not sortable. */
  readonly onSort: (() => void) | undefined;
}

interface SelectAll {
  readonly state: 'none' | 'some' | 'all';
  readonly onToggle: () => void;
}

interface DataTableHeadProps {
  readonly columns: readonly HeadColumn[];
  readonly selectAll: SelectAll | undefined;
  /** Whether rows have actions, for which the last column is reserved. */
  readonly rowActions: boolean;
  /** The control that selects visible columns. */
  readonly selector: ReactNode;
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

function HeadCell({ column }: { readonly column: HeadColumn }) {
  const { header, sorted, onSort } = column;
  const Arrow = sorted === 'desc' ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      className={classes.cell}
      data-align={column.align}
      data-keep={column.keep || undefined}
      data-spare={column.spare || undefined}
      aria-sort={onSort && (sorted ? ariaSort[sorted] : 'none')}
    >
      {onSort ? (
        <UnstyledButton
          className={classes.sort ?? ''}
          data-sorted={sorted !== false || undefined}
          onClick={onSort}
        >
          <span className={classes.sortLabel}>{header}</span>
          <Arrow size={14} stroke={2} aria-hidden />
        </UnstyledButton>
      ) : (
        header
      )}
    </th>
  );
}

/** The header of a data table: select all, sortable column names, column selection. */
export function DataTableHead({ columns, selectAll, rowActions, selector }: DataTableHeadProps) {
  const t = useText(dataTableText);
  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1}>
        {selectAll && (
          <th scope="col" className={classes.cell} data-keep data-check>
            <CheckBox
              aria-label={t('selectAll')}
              checked={selectAll.state === 'all'}
              indeterminate={selectAll.state === 'some'}
              onChange={selectAll.onToggle}
            />
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} />
        ))}
        <th scope="col" className={classes.cell} data-keep data-align="end">
          <span className={classes.optionsLabel} data-hidden={!rowActions || undefined}>
            {t('options')}
          </span>
          {selector}
        </th>
      </tr>
    </thead>
  );
}

export interface ShownColumn {
  readonly id: string;
  readonly header: string;
  readonly shown: boolean;
  readonly onToggle: () => void;
}

/** Selects which columns a table shows. */
export function ColumnSelector({ columns }: { readonly columns: readonly ShownColumn[] }) {
  const t = useText(dataTableText);
  if (columns.length === 0) return null;
  return (
    <Popover position="bottom-end" trapFocus returnFocus transitionProps={{ duration: 120 }}>
      <Popover.Target>
        <ActionIcon
          className={classes.selector ?? ''}
          size={24}
          aria-label={t('shownColumns')}
          title={t('shownColumns')}
        >
          <IconColumns3 size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Checkbox.Group label={t('shownColumns')} value={shownIds(columns)} readOnly>
          {columns.map((column) => (
            <Checkbox
              key={column.id}
              className={classes.choice ?? ''}
              value={column.id}
              label={column.header}
              size="xs"
              onChange={column.onToggle}
            />
          ))}
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
}

function shownIds(columns: readonly ShownColumn[]): string[] {
  return columns.filter((column) => column.shown).map((column) => column.id);
}

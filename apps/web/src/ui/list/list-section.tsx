import { Button } from '@mantine/core';
import {
  IconEdit,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { type Messages, type Translate, useText } from '#web/lib/i18n/messages.ts';
import { DataTable, type DataTableProps } from '../data-table.tsx';
import type { RowAction } from '../data-table-column.ts';
import { QueryFailure } from '../error-state.tsx';
import { type HelpLink, HelpPanel } from '../help-panel.tsx';
import { SectionHeader } from '../section-header.tsx';
import { useDialog } from '../use-dialog.ts';
import { type ListSectionText, listText } from './en.ts';
import { EntryDialogs, type EntryDialogsProps, type ListDialog } from './entry-dialogs.tsx';
import { NoEntries } from './no-entries.tsx';

type TableProps<Row> = Pick<
  DataTableProps<Row>,
  'id' | 'columns' | 'rowKey' | 'rowName' | 'rowNote'
>;

interface ListSectionProps<Data, Row> extends TableProps<Row>, EntryDialogsProps<Row> {
  readonly text: Messages<ListSectionText>;
  /** Stands over the empty list. */
  readonly icon: ReactNode;
  readonly query: UseQueryResult<Data>;
  /** The entries in what the query gives: a function that stays the same. */
  readonly rows: (data: Data) => readonly Row[];
  /** Whether two states are of the same entry, where the key of a row takes in what changes. */
  readonly isSame?: (a: Row, b: Row) => boolean;
  readonly canAdd: boolean;
  /** Whether entries can be edited, switched and deleted, as far as the section has it. */
  readonly canChange: boolean;
  /** Switches an entry on and off. */
  readonly toggle?: {
    readonly isOn: (row: Row) => boolean;
    readonly onToggle: (row: Row) => void;
  };
  /** Left of the button that adds an entry. */
  readonly actions?: ReactNode;
  /** Between the header and the list. */
  readonly above?: ReactNode;
  /** Below the list. */
  readonly below?: ReactNode;
  /** Of the empty list: what holds without entries. */
  readonly without?: string;
  /** Documentation outside of the console. */
  readonly links: readonly HelpLink[];
}

const noRows: readonly never[] = [];
const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

type EntryActionProps<Row> = Pick<ListSectionProps<never, Row>, 'edit' | 'toggle' | 'deletion'>;

/** What can be done with an entry: edit, switch, delete, as far as the section has it. */
function entryActions<Row>(
  t: Translate<(typeof listText)['english']>,
  { edit, toggle, deletion }: EntryActionProps<Row>,
  open: (dialog: ListDialog<Row>) => void,
  row: Row,
): readonly RowAction<Row>[] {
  const actions: RowAction<Row>[] = [];
  if (edit !== undefined) {
    const onSelect = (entry: Row) => open({ kind: 'edit', entry });
    actions.push({ id: 'edit', label: t('edit'), icon: <IconEdit {...icon} />, onSelect });
  }
  if (toggle !== undefined) {
    const on = toggle.isOn(row);
    actions.push({
      id: 'toggle',
      label: t(on ? 'disable' : 'enable'),
      icon: on ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />,
      onSelect: toggle.onToggle,
    });
  }
  if (deletion !== undefined) {
    actions.push({
      id: 'delete',
      label: t('delete'),
      icon: <IconTrash {...icon} />,
      danger: true,
      refusal: deletion.refusal?.(row),
      onSelect: (entry) => open({ kind: 'delete', entry }),
    });
  }
  return actions;
}

/**
 * A section that lists entries: header, table, what can be done with each, its
 * dialogs, and help. Loading, failure and the empty list are dealt with here.
 */
export function ListSection<Data, Row>(props: ListSectionProps<Data, Row>) {
  const { text, query, rows: rowsOf, rowKey, canAdd, canChange, add, edit, deletion } = props;
  const t = useText(text);
  const tList = useText(listText);
  const dialog = useDialog<ListDialog<Row>>();
  const { open } = dialog;
  const { data } = query;
  const rows = useMemo(() => data && rowsOf(data), [data, rowsOf]);
  const onAdd = canAdd ? () => open({ kind: 'add' }) : undefined;

  const isSame = props.isSame ?? ((a: Row, b: Row) => rowKey(a) === rowKey(b));
  async function find(entry: Row): Promise<Row | 'gone' | 'failed'> {
    const again = await query.refetch();
    if (again.isError || again.data === undefined) return 'failed';
    return rowsOf(again.data).find((row) => isSame(row, entry)) ?? 'gone';
  }

  const onDelete = (entry: Row) => {
    if (deletion?.refusal?.(entry) === undefined) open({ kind: 'delete', entry });
  };

  function content(): ReactNode {
    if (rows === undefined && query.error !== null) {
      return <QueryFailure title={t('failed')} query={query} />;
    }
    if (rows?.length === 0) {
      return (
        <NoEntries
          entity={t('entity')}
          icon={props.icon}
          text={t('none.text')}
          ask={t('none.ask')}
          without={props.without}
          action={t('add.action')}
          onAdd={onAdd}
        />
      );
    }
    return (
      <DataTable
        id={props.id}
        label={t('list')}
        entity={t('entity')}
        columns={props.columns}
        rows={rows ?? noRows}
        rowKey={rowKey}
        rowName={props.rowName}
        rowNote={props.rowNote}
        {...(canChange && { rowActions: (row: Row) => entryActions(tList, props, open, row) })}
        {...(canChange && deletion && { onDelete })}
        lines={2}
        loading={rows === undefined}
      />
    );
  }

  return (
    <>
      <SectionHeader title={t('title')} count={rows?.length}>
        {props.actions}
        {onAdd && (
          <Button leftSection={<IconPlus {...icon} />} onClick={onAdd}>
            {t('add.action')}
          </Button>
        )}
      </SectionHeader>
      {props.above}
      {content()}
      {props.below}
      <HelpPanel title={t('help.title')} links={props.links}>
        {t('help.text')}
      </HelpPanel>
      <EntryDialogs
        dialog={dialog}
        find={find}
        add={add}
        {...(edit && { edit })}
        {...(deletion && { deletion })}
      />
    </>
  );
}

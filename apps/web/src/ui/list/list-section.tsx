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
  /** Shown above the empty list. */
  readonly icon: ReactNode;
  readonly query: UseQueryResult<Data>;
  /** Returns the entries in the query's data: a stable function. */
  readonly rows: (data: Data) => readonly Row[];
  /**
   * Whether two states belong to the same entry, if the row key includes properties that change.
   */
  readonly isSame?: (a: Row, b: Row) => boolean;
  readonly canAdd: boolean;
  /** Whether entries can be edited, toggled and deleted, as far as the section supports it. */
  readonly canChange: boolean;
  /** Enables and disables an entry. */
  readonly toggle?: {
    readonly isOn: (row: Row) => boolean;
    readonly onToggle: (row: Row) => void;
  };
  /** Shown to the left of the button that adds an entry. */
  readonly actions?: ReactNode;
  /** Shown between the header and the list. */
  readonly above?: ReactNode;
  /** Shown below the list. */
  readonly below?: ReactNode;
  /** For the empty list: what applies without entries. */
  readonly without?: string;
  /** External documentation. */
  readonly links: readonly HelpLink[];
}

const noRows: readonly never[] = [];
const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

type EntryActionProps<Row> = Pick<ListSectionProps<never, Row>, 'edit' | 'toggle' | 'deletion'>;

/** Returns the actions for an entry: edit, toggle, delete, as far as the section supports them. */
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
 * A section that lists entries: header, table, entry actions, dialogs, and help. It handles
 * loading, errors and the empty list.
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

import { IconEye, IconPlus, IconTrash } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, Suspense, useDeferredValue, useMemo } from 'react';
import { type Messages, type Translate, useText } from '#web/lib/i18n/messages.ts';
import { useGo, useSearch } from '#web/lib/router/navigation.ts';
import { type SearchFields, textField } from '#web/lib/router/search.ts';
import { DataTable, type DataTableProps } from '../data-table.tsx';
import type { RowAction } from '../data-table-column.ts';
import type { HelpLink } from '../help-panel.tsx';
import { RefusableButton } from '../refusable-button.tsx';
import { type DialogFrame, useDialog } from '../use-dialog.ts';
import { type ListPageText, listText } from './en.ts';
import { ListFrame } from './list-frame.tsx';
import { NoEntries } from './no-entries.tsx';

type TableProps<Row> = Pick<
  DataTableProps<Row>,
  'id' | 'columns' | 'selection' | 'onSelectionChange'
>;

interface ListPageProps<Row> extends TableProps<Row> {
  readonly text: Messages<ListPageText>;
  /** Shown above the empty list. */
  readonly icon: ReactNode;
  readonly query: UseQueryResult<readonly Row[]>;
  /** Returns the unique name of an entry, which the search matches. Must be a stable function. */
  readonly nameOf: (row: Row) => string;
  /** The page of an entry. */
  readonly pathOf: (name: string) => string;
  /** Number of entries, if not all of them are listed. */
  readonly total?: number | undefined;
  /** Why none can be created; undefined if one can. */
  readonly createRefusal: string | undefined;
  /** Why this one cannot be deleted; undefined if it can. */
  readonly deleteRefusal: (name: string) => string | undefined;
  readonly createDialog: (frame: DialogFrame) => ReactNode;
  readonly deleteDialog: (name: string, frame: DialogFrame) => ReactNode;
  /** Shown to the left of the refresh button. */
  readonly actions?: ReactNode;
  /** Shown between the toolbar and the list. */
  readonly above?: ReactNode;
  /** Shown below the list. */
  readonly below?: ReactNode;
  /** External documentation. */
  readonly links: readonly HelpLink[];
}

const noRows: readonly never[] = [];
const searchFields: SearchFields<{ filter: string }> = { filter: textField };
const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

interface EntryActions {
  readonly t: Translate<(typeof listText)['english']>;
  readonly refusal: string | undefined;
  readonly onView: () => void;
  readonly onDelete: () => void;
}

function entryActions<Row>({ t, refusal, onView, onDelete }: EntryActions): RowAction<Row>[] {
  const view = { id: 'view', label: t('view'), icon: <IconEye {...icon} />, onSelect: onView };
  const remove = { id: 'delete', label: t('delete'), icon: <IconTrash {...icon} /> };
  return [view, { ...remove, danger: true, refusal, onSelect: onDelete }];
}

/** Returns the entries whose name contains the search text, case-insensitively. */
function useMatching<Row>(rows: readonly Row[], filter: string, nameOf: (row: Row) => string) {
  // With thousands of entries the list may lag slightly behind the typing.
  const wanted = useDeferredValue(filter).toLowerCase();
  return useMemo(
    () => rows.filter((row) => nameOf(row).toLowerCase().includes(wanted)),
    [rows, nameOf, wanted],
  );
}

/**
 * A page listing items with a page of their own: search in the address, create, view and delete. It
 * handles loading, errors and the empty list.
 */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { text, query, nameOf, pathOf, createRefusal, deleteRefusal } = props;
  const t = useText(text);
  const tList = useText(listText);
  const go = useGo();
  const [{ filter }, changeSearch] = useSearch(searchFields);
  const creating = useDialog<true>();
  const deleting = useDialog<string>();
  const visible = useMatching(query.data ?? noRows, filter, nameOf);
  const onCreate = () => creating.open(true);

  const rowActions = (row: Row) => {
    const name = nameOf(row);
    return entryActions<Row>({
      t: tList,
      refusal: deleteRefusal(name),
      onView: () => go(pathOf(name)),
      onDelete: () => deleting.open(name),
    });
  };

  function content(): ReactNode {
    if (query.data?.length === 0) {
      return (
        <NoEntries
          entity={t('entity')}
          icon={props.icon}
          text={t('none.text')}
          ask={t('none.ask')}
          action={t('none.action')}
          onAdd={createRefusal === undefined ? onCreate : undefined}
        />
      );
    }
    return (
      <DataTable
        id={props.id}
        label={t('list')}
        entity={t('entity')}
        columns={props.columns}
        rows={visible}
        rowKey={nameOf}
        rowName={nameOf}
        rowHref={(row) => pathOf(nameOf(row))}
        rowActions={rowActions}
        {...(props.selection && { selection: props.selection })}
        {...(props.onSelectionChange && { onSelectionChange: props.onSelectionChange })}
        onDelete={(row) => {
          if (deleteRefusal(nameOf(row)) === undefined) deleting.open(nameOf(row));
        }}
        loading={query.isPending}
        {...(filter !== '' && { empty: t('noMatch', { filter }) })}
      />
    );
  }

  return (
    <>
      <ListFrame
        text={text}
        query={query}
        count={props.total ?? query.data?.length}
        filter={filter}
        onFilter={(changed) => changeSearch({ filter: changed })}
        actions={props.actions}
        onRefresh={() => void query.refetch()}
        add={
          <RefusableButton
            primary
            icon={<IconPlus {...icon} />}
            refusal={createRefusal}
            onClick={onCreate}
          >
            {t('create.action')}
          </RefusableButton>
        }
        above={props.above}
        below={props.below}
        links={props.links}
      >
        {content()}
      </ListFrame>
      {creating.subject && (
        <Suspense key={`create ${creating.turn}`}>{props.createDialog(creating.frame)}</Suspense>
      )}
      {deleting.subject !== undefined && (
        <Suspense key={`delete ${deleting.turn}`}>
          {props.deleteDialog(deleting.subject, deleting.frame)}
        </Suspense>
      )}
    </>
  );
}

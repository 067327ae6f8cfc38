import { IconEye } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { useGo } from '#web/lib/router/navigation.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { listText } from '#web/ui/list/en.ts';
import { nameColumn } from '#web/ui/name-column.tsx';
import { RefusableButton } from '#web/ui/refusable-button.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { SectionHeader } from '#web/ui/section-header.tsx';
import { Toolbar } from '#web/ui/toolbar.tsx';

interface NamesSectionProps {
  /** Key under which its column selection is stored. */
  readonly id: string;
  readonly title: string;
  /** The table's accessible name; the title if omitted. */
  readonly list?: string;
  /** Label of the search field, for lists that may be long. */
  readonly search?: string;
  /** Header of the only column. */
  readonly column: string;
  /** Undefined while loading. */
  readonly names: readonly string[] | undefined;
  /** The kind of names, for the text of the empty table. */
  readonly entity: string;
  readonly icon: ReactNode;
  /** Explains the empty list. */
  readonly none: string;
  /** Where a name links to; undefined if its page is not open to the caller. */
  readonly hrefOf: (name: string) => string | undefined;
  readonly action: string;
  readonly refusal: string | undefined;
  readonly onAction: (names: readonly string[]) => void;
}

const noNames: readonly string[] = [];

/** A section listing names: groups, members or policies. One action edits the whole list. */
export function NamesSection(props: NamesSectionProps) {
  const { id, title, column, names, entity, hrefOf, search } = props;
  const t = useText(listText);
  const go = useGo();
  const [filter, setFilter] = useState('');
  const wanted = useDeferredValue(filter).toLowerCase();
  const rows = useMemo(
    () => (names ?? noNames).filter((name) => name.toLowerCase().includes(wanted)),
    [names, wanted],
  );
  const columns = useMemo(() => [nameColumn(column, (name: string) => name)], [column]);
  return (
    <>
      <SectionHeader title={title} count={names?.length}>
        <RefusableButton
          refusal={props.refusal}
          busy={names === undefined}
          onClick={() => props.onAction(names ?? noNames)}
        >
          {props.action}
        </RefusableButton>
      </SectionHeader>
      {search !== undefined && (
        <Toolbar>
          <SearchBox label={search} value={filter} onChange={setFilter} />
        </Toolbar>
      )}
      {names?.length === 0 ? (
        <EmptyState icon={props.icon} title={props.none} />
      ) : (
        <DataTable
          id={id}
          label={props.list ?? title}
          entity={entity}
          columns={columns}
          rows={rows}
          rowKey={(name) => name}
          rowName={(name) => name}
          rowHref={hrefOf}
          rowActions={(name) => {
            const href = hrefOf(name);
            if (href === undefined) return [];
            const onSelect = () => go(href);
            return [
              { id: 'view', label: t('view'), icon: <IconEye size={18} stroke={1.6} />, onSelect },
            ];
          }}
          loading={names === undefined}
        />
      )}
    </>
  );
}

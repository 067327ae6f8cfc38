import { ABILITIES } from '@stowage/contract/bucket-admin/access';
import { type ReactNode, useMemo } from 'react';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { DataTableColumn, DataTableSort } from '#web/ui/data-table-column.ts';
import { AuditName } from './audit-name.tsx';
import { accessAuditText } from './en.ts';
import { ExtentMark } from './extent-mark.tsx';
import type { AuditList } from './model/audit-access.ts';
import { type AuditRow, type AuditSort, extentOf } from './model/audit-rows.ts';

function auditColumns(
  t: Translate<(typeof accessAuditText)['english']>,
  list: AuditList,
): readonly DataTableColumn<AuditRow>[] {
  return [
    {
      id: 'name',
      header: t(`column.${list}`),
      primary: true,
      sortable: true,
      cell: (row) => <AuditName row={row} />,
    },
    ...ABILITIES.map((ability) => ({
      id: ability,
      header: t(`ability.${ability}`),
      width: '86px',
      sortable: true,
      cell: ({ grants }: AuditRow) => <ExtentMark extent={extentOf(grants, ability)} />,
    })),
  ];
}

interface AuditTableProps {
  readonly list: AuditList;
  readonly rows: readonly AuditRow[];
  readonly loading: boolean;
  readonly sort: AuditSort;
  readonly onSortChange: (sort: DataTableSort) => void;
  /** The address that shows a row's details. */
  readonly hrefOf: (row: AuditRow) => string;
  /** The row whose details are open. */
  readonly openKey: string;
  readonly empty: ReactNode;
}

/** Who can do what, as a matrix. */
export function AuditTable(props: AuditTableProps) {
  const { list } = props;
  const t = useText(accessAuditText);
  const columns = useMemo(() => auditColumns(t, list), [t, list]);
  return (
    <DataTable
      id="access-audit"
      label={t(`list.${list}`)}
      entity={t(`entity.${list}`)}
      columns={columns}
      rows={props.rows}
      rowKey={({ key }) => key}
      rowName={({ name }) => name}
      rowHref={props.hrefOf}
      currentKey={props.openKey}
      lines={2}
      sort={props.sort}
      onSortChange={props.onSortChange}
      loading={props.loading}
      empty={props.empty}
    />
  );
}

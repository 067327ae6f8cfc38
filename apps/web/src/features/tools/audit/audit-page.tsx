import { type AuditRecord, LOG_SEARCH } from '@stowage/contract/tools/audit';
import { IconClipboardList, IconEye } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSession } from '#web/entities/session/session.ts';
import { ToolHeader } from '#web/entities/tools/tool-header.tsx';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useSearch } from '#web/lib/router/navigation.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { recordsQuery } from './api.ts';
import { auditColumns } from './audit-columns.tsx';
import { AuditFields } from './audit-fields.tsx';
import classes from './audit-page.module.css';
import { AuditSummary } from './audit-summary.tsx';
import { auditText } from './en.ts';
import { type AuditCriteria, auditAddress } from './model/audit-criteria.ts';
import { ReceiverCard } from './receiver-card.tsx';
import { RecordDialog } from './record-dialog.tsx';

/** The calls made to the storage server, by whom, and their results. */
export function AuditPage() {
  const t = useText(auditText);
  const { features } = useSession();
  return (
    <>
      <ToolHeader title={t('title')} />
      <PageBody width="full">
        {features.includes(LOG_SEARCH) ? (
          <AuditSearch />
        ) : (
          <EmptyState icon={<IconClipboardList size={24} stroke={1.6} />} title={t('unavailable')}>
            {t('unavailableWhy')}
          </EmptyState>
        )}
      </PageBody>
    </>
  );
}

function useRecords(criteria: AuditCriteria, now: number) {
  return useInfiniteQuery(recordsQuery(criteria, now));
}

function AuditSearch() {
  const [criteria, change] = useSearch(auditAddress);
  // The end of the range stays at the time of the search, so that pages do not shift.
  const [now, setNow] = useState(Date.now);
  const [open, setOpen] = useState<AuditRecord>();
  const query = useRecords(criteria, now);
  const search = (part: Partial<AuditCriteria>) => {
    change(part);
    setNow(Date.now());
  };
  return (
    <div className={classes.page}>
      <ReceiverCard />
      <AuditFields criteria={criteria} busy={query.isFetching} onSearch={search} />
      <AuditSummary criteria={criteria} now={now} onNarrow={search} />
      <Records query={query} order={criteria.order} onOrder={search} onView={setOpen} />
      <RecordDialog record={open} onClose={() => setOpen(undefined)} />
    </div>
  );
}

interface RecordsProps {
  readonly query: ReturnType<typeof useRecords>;
  readonly order: AuditCriteria['order'];
  readonly onOrder: (part: Pick<AuditCriteria, 'order'>) => void;
  readonly onView: (record: AuditRecord) => void;
}

function Records({ query, order, onOrder, onView }: RecordsProps) {
  const t = useText(auditText);
  const columns = useMemo(() => auditColumns(t), [t]);
  const records = useMemo(() => query.data?.pages.flatMap(({ results }) => results), [query.data]);
  const searchedTo = query.hasNextPage ? query.data?.pages.at(-1)?.searchedTo : undefined;
  if (records === undefined && query.isError) {
    return <QueryFailure title={t('failed')} query={query} />;
  }
  return (
    <>
      <DataTable
        id="audit"
        label={t('list')}
        entity={t('entity')}
        columns={columns}
        rows={records ?? []}
        rowKey={({ request_id, time }) => `${request_id} ${time}`}
        rowName={({ api_name, request_id }) => `${api_name} ${request_id}`}
        rowActions={(record) => [
          {
            id: 'view',
            label: t('view'),
            icon: <IconEye size={18} stroke={1.6} aria-hidden />,
            onSelect: () => onView(record),
          },
        ]}
        sort={{ column: 'time', descending: order === 'timeDesc' }}
        onSortChange={({ descending }) => onOrder({ order: descending ? 'timeDesc' : 'timeAsc' })}
        loading={query.isPending}
        hasMore={query.hasNextPage}
        loadingMore={query.isFetchingNextPage}
        onReachEnd={() => {
          if (!query.isFetching) void query.fetchNextPage();
        }}
        empty={t('none')}
      />
      {searchedTo !== undefined && (
        <p className={classes.quiet} role="status">
          {t(order === 'timeDesc' ? 'searchedTo' : 'searchedOn', {
            time: formatDateTimeZone(searchedTo),
          })}
        </p>
      )}
    </>
  );
}

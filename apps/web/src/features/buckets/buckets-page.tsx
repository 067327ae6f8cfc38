import type { Bucket } from '@stowage/contract/buckets';
import { ROUTES } from '@stowage/contract/pages';
import { grants } from '@stowage/domain/actions';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useDeferredValue, useMemo, useReducer } from 'react';
import { bucketsQuery } from '#web/entities/bucket/buckets-query.ts';
import { canDelete } from '#web/entities/bucket/deletion/deletion-ways.ts';
import { useSession } from '#web/entities/session/session.ts';
import { formatCount, formatNumber } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useSearch } from '#web/lib/router/navigation.ts';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import { canCreateBucketQuery } from './api/can-create-bucket.ts';
import classes from './buckets-page.module.css';
import { BucketCards } from './components/bucket-cards.tsx';
import { NoBuckets, NoResults } from './components/bucket-empty.tsx';
import { BucketToolbar } from './components/bucket-toolbar.tsx';
import { bucketsText } from './en.ts';
import { bucketsSearch, matchingBuckets, orderedBuckets, totals } from './model/bucket-list.ts';
import { bulkOff, reduceBulk } from './model/bulk-selection.ts';

// Loaded when first opened.
const CreateBucketDialog = lazyPart(
  () => import('./components/create-bucket-dialog.tsx'),
  'CreateBucketDialog',
);
const DeleteBucketsDialog = lazyPart(
  () => import('#web/entities/bucket/deletion/delete-buckets-dialog.tsx'),
  'DeleteBucketsDialog',
);
const ReplicationWizard = lazyPart(
  () => import('./replication-wizard/replication-wizard.tsx'),
  'ReplicationWizard',
);

/** The list of buckets. */
export function BucketsPage() {
  const t = useText(bucketsText);
  const { pages, capabilities } = useSession();
  const list = useQuery(bucketsQuery);
  const canCreate = useQuery(canCreateBucketQuery).data ?? false;
  const [{ filter, sort: order }, changeSearch] = useSearch(bucketsSearch);
  const [bulk, dispatchBulk] = useReducer(reduceBulk, bulkOff);
  const creating = useDialog<true>();
  const deleting = useDialog<readonly Bucket[]>();
  const replicating = useDialog<readonly Bucket[]>();
  const buckets = list.data?.buckets;
  const ordered = useMemo(() => orderedBuckets(buckets ?? [], order), [buckets, order]);
  // With thousands of buckets the list may lag slightly behind the typing.
  const wanted = useDeferredValue(filter);
  const visible = useMemo(() => matchingBuckets(ordered, wanted), [ordered, wanted]);
  const selected = (buckets ?? []).filter(({ name }) => bulk.selection?.has(name));
  const refused = selected.filter((bucket) => !canDelete(bucket)).map(({ name }) => name);
  const fixed = selected
    .filter(({ allowedActions }) => !grants(allowedActions, 's3:PutReplicationConfiguration'))
    .map(({ name }) => name);
  const onCreate = canCreate ? () => creating.open(true) : undefined;

  function content(): ReactNode {
    if (list.isPending) return <ListSkeleton rows={7} height={58} />;
    if (list.isLoadingError) {
      return <QueryFailure title={t('failed')} query={list} />;
    }
    if (buckets?.length === 0) return <NoBuckets onCreate={onCreate} />;
    if (visible.length === 0) return <NoResults onClear={() => changeSearch({ filter: '' })} />;
    return (
      <BucketCards
        buckets={visible}
        selection={bulk.selection}
        adminPage={pages.includes(ROUTES.bucketAdmin.pattern)}
        onToggle={(name) => dispatchBulk({ type: 'toggled', name })}
        onDelete={(bucket) => deleting.open([bucket])}
      />
    );
  }

  const sum = totals(visible);
  const words = sum && {
    size: formatSize(sum.bytes),
    objects: t('objects', { count: sum.objects, formatted: formatCount(sum.objects) }),
  };
  return (
    <>
      <PageHeader title={t('title')} count={buckets?.length} />
      <PageBody>
        <BucketToolbar
          filter={filter}
          onFilter={(text) => changeSearch({ filter: text })}
          order={order}
          onOrder={(next) => changeSearch({ sort: next })}
          bulk={bulk.selection !== undefined}
          onBulk={() => dispatchBulk({ type: 'switched' })}
          selected={selected.length}
          deleteRefusal={
            refused.length > 0 ? t('deleteRefused', { names: refused.join(', ') }) : undefined
          }
          onDeleteSelected={() => deleting.open(selected)}
          replicationRefusal={
            fixed.length > 0 ? t('setReplication.refused', { names: fixed.join(', ') }) : undefined
          }
          onSetReplication={capabilities.replication ? () => replicating.open(selected) : undefined}
          refreshing={list.isFetching && !list.isPending}
          onRefresh={() => void list.refetch()}
          onCreate={onCreate}
        />
        {content()}
        {words && (
          <p className={classes.totals}>
            {visible.length === buckets?.length
              ? t('totals', words)
              : t('totalsOfSome', {
                  ...words,
                  shown: formatNumber(visible.length),
                  all: formatNumber(buckets?.length ?? 0),
                })}
          </p>
        )}
      </PageBody>
      {creating.subject && (
        <Suspense key={creating.turn} fallback={null}>
          <CreateBucketDialog {...creating.frame} />
        </Suspense>
      )}
      {deleting.subject && (
        <Suspense key={deleting.turn} fallback={null}>
          <DeleteBucketsDialog
            {...deleting.frame}
            buckets={deleting.subject}
            onDeleted={(left) => dispatchBulk({ type: 'finished', left })}
          />
        </Suspense>
      )}
      {replicating.subject && (
        <Suspense key={replicating.turn} fallback={null}>
          <ReplicationWizard
            {...replicating.frame}
            buckets={replicating.subject}
            onReplicated={(left) => dispatchBulk({ type: 'finished', left })}
          />
        </Suspense>
      )}
    </>
  );
}

import { Button } from '@mantine/core';
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks';
import type { Bucket } from '@stowage/contract/buckets';
import { Suspense, useMemo, useState } from 'react';
import type { DetailParts } from '#web/entities/object/detail-parts.ts';
import { objectAddress } from '#web/entities/object/object-address.ts';
import { rewindAddress } from '#web/entities/object/rewind.ts';
import { formatDateTimeZone, zoneName } from '#web/lib/format/dates.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useRouter, useSearch } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { formatSearch } from '#web/lib/router/search.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import type { ListedVersion } from '../api.ts';
import { objectDetailText } from '../en.ts';
import { DeleteVersionDialog } from './delete-version-dialog.tsx';
import { RestoreVersionDialog } from './restore-version-dialog.tsx';
import { useVersionActions } from './use-version-actions.tsx';
import { useVersionList } from './use-version-list.ts';
import { numberOf, versionColumns } from './version-columns.tsx';
import classes from './versions-tab.module.css';

interface VersionsTabProps {
  readonly bucket: Bucket;
  readonly objectKey: string;
  readonly parts: DetailParts;
}

/** Searches are sent to the server, so they wait for a pause in typing. */
const PAUSE_MS = 300;

const keyOf = ({ version_id }: ListedVersion) => version_id;
const nameOf = (version: ListedVersion) =>
  version.number === undefined ? version.version_id : numberOf(version);

/** Returns the search in the address, and the text being typed. */
function useVersionSearch() {
  const [{ find }, changeAddress] = useSearch(objectAddress);
  const [typed, setTyped] = useState(find);
  const search = useDebouncedCallback((text: string) => changeAddress({ find: text }), PAUSE_MS);
  const type = (text: string) => {
    setTyped(text);
    search(text);
  };
  return { find: find.trim(), typed, type };
}

function Footer({ list }: { readonly list: ReturnType<typeof useVersionList> }) {
  const t = useText(objectDetailText);
  const { total } = list;
  if (list.loading) return null;
  return (
    <p className={classes.footer} role="status">
      {total === undefined
        ? t('versions.uncounted')
        : t('versions.count', { count: total, formatted: formatNumber(total) })}
      {` · ${t('versions.zone', { zone: zoneName() })}`}
      {list.hasMore && ` · ${t('versions.more')}`}
      {list.moreFailed && (
        <>
          {` · ${t('versions.moreFailed')} `}
          <Button variant="default" size="compact-xs" onClick={list.loadMore}>
            {t('versions.retry')}
          </Button>
        </>
      )}
    </p>
  );
}

/** The versions of an object, newest first, each with its actions. */
export function VersionsTab({ bucket, objectKey, parts }: VersionsTabProps) {
  const t = useText(objectDetailText);
  const { history } = useRouter();
  const { find, typed, type } = useVersionSearch();
  const [{ rewind }, changeRewind] = useSearch(rewindAddress);
  const object = { bucket: bucket.name, key: objectKey };
  const list = useVersionList(object, { search: find, until: rewind });
  const sharing = useDialog<ListedVersion>();
  const restoring = useDialog<ListedVersion>();
  const deleting = useDialog<ListedVersion>();
  const { ShareDialog } = parts;
  const rowActions = useVersionActions({
    bucket,
    objectKey,
    rewound: rewind !== '',
    onShare: ShareDialog && sharing.open,
    onRestore: restoring.open,
    onDelete: deleting.open,
  });
  const narrow = useMediaQuery('(max-width: 48em)', false);
  const columns = useMemo(() => versionColumns(t, narrow), [t, narrow]);
  const hrefOf = ({ version_id: version }: ListedVersion) =>
    pagePath(
      'objectBrowser',
      { bucketName: bucket.name, rest: objectKey },
      formatSearch(objectAddress, { tab: 'details', version, find: '' }, history.location.search),
    );

  if (list.query.isError && list.query.data === undefined) {
    return <QueryFailure title={t('versions.failed')} query={list.query} />;
  }
  const shared = { bucket, objectKey };
  return (
    <>
      <div className={classes.search}>
        <SearchBox label={t('versions.search')} value={typed} onChange={type} />
      </div>
      {rewind !== '' && (
        <div className={classes.rewound}>
          {t('versions.rewound', { time: formatDateTimeZone(rewind) })}
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => changeRewind({ rewind: '' }, { replace: false })}
          >
            {t('versions.all')}
          </Button>
        </div>
      )}
      <DataTable
        id="object-versions"
        label={t('versions.list')}
        entity={t('versions.entity')}
        columns={columns}
        lines={narrow ? 2 : 1}
        rows={list.rows}
        rowKey={keyOf}
        rowName={nameOf}
        rowHref={hrefOf}
        rowActions={rowActions}
        loading={list.loading}
        hasMore={list.hasMore}
        loadingMore={list.loadingMore}
        onReachEnd={list.loadMore}
        {...(find !== '' && { empty: t('versions.noMatch', { search: find }) })}
      />
      <Footer list={list} />
      <Suspense>
        {ShareDialog && sharing.subject && (
          <ShareDialog
            key={sharing.turn}
            {...sharing.frame}
            version={{
              bucket: bucket.name,
              key: objectKey,
              versionId: sharing.subject.version_id,
              size: sharing.subject.size,
            }}
          />
        )}
      </Suspense>
      {restoring.subject && (
        <RestoreVersionDialog
          key={restoring.turn}
          {...restoring.frame}
          {...shared}
          bucket={bucket.name}
          version={restoring.subject}
        />
      )}
      {deleting.subject && (
        <DeleteVersionDialog
          key={deleting.turn}
          {...deleting.frame}
          {...shared}
          version={deleting.subject}
        />
      )}
    </>
  );
}

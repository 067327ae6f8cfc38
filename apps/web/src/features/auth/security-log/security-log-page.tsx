import { NativeSelect } from '@mantine/core';
import { MAX_ACCOUNT_SEARCH, SECURITY_EVENTS } from '@stowage/contract/security-log';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { ToolHeader } from '#web/entities/tools/tool-header.tsx';
import { useText } from '#web/lib/i18n/messages.ts';
import { useSearch } from '#web/lib/router/navigation.ts';
import { choiceField, type SearchFields, textField } from '#web/lib/router/search.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { HelpPanel } from '#web/ui/help-panel.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { type SecurityCriteria, securityEventsQuery } from './api.ts';
import { securityLogText } from './en.ts';
import { eventColumns } from './event-columns.tsx';
import classes from './security-log.module.css';

const search: SearchFields<SecurityCriteria> = {
  account: textField,
  event: choiceField(['', ...SECURITY_EVENTS]),
};

/** Logins, failed logins and ended sessions on this console. */
export function SecurityLogPage() {
  const t = useText(securityLogText);
  const [criteria, change] = useSearch(search);
  const account = useDeferredValue(criteria.account);
  const query = useInfiniteQuery(
    securityEventsQuery({ ...criteria, account: account.trim().slice(0, MAX_ACCOUNT_SEARCH) }),
  );
  const columns = useMemo(() => eventColumns(t), [t]);
  const rows = useMemo(() => query.data?.pages.flatMap(({ events }) => events), [query.data]);
  const isNarrowed = criteria.account !== '' || criteria.event !== '';
  return (
    <>
      <ToolHeader title={t('title')} />
      <PageBody>
        <div className={classes.bar}>
          <SearchBox
            label={t('search')}
            value={criteria.account}
            onChange={(text) => change({ account: text })}
          />
          <NativeSelect
            label={t('filter')}
            value={criteria.event}
            data={[
              { value: '', label: t('all') },
              ...SECURITY_EVENTS.map((event) => ({ value: event, label: t(`event.${event}`) })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              change({ event: SECURITY_EVENTS.find((event) => event === value) ?? '' })
            }
          />
        </div>
        {rows === undefined && query.isError ? (
          <QueryFailure title={t('failed')} query={query} />
        ) : (
          <DataTable
            id="security-log"
            label={t('list')}
            entity={t('entity')}
            columns={columns}
            rows={rows ?? []}
            rowKey={({ id }) => String(id)}
            rowName={({ event, account: name }) => `${t(`event.${event}`)} ${name}`}
            lines={2}
            loading={query.isPending}
            hasMore={query.hasNextPage}
            loadingMore={query.isFetchingNextPage}
            onReachEnd={() => {
              if (!query.isFetching) void query.fetchNextPage();
            }}
            {...(isNarrowed && { empty: t('noResults') })}
          />
        )}
        <HelpPanel title={t('help.title')} links={[]}>
          {t('help.text')}
        </HelpPanel>
      </PageBody>
    </>
  );
}
